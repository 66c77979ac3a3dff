//! An agentic-kit host adapter's manifest.

use std::collections::HashSet;
use std::time::Duration;

use crate::document::DocumentKind;
use crate::limits;
use crate::load::agentic_kit::read::{
    Members, boolean, distinct, document, id, is_version, list, positive, some, text, word,
};
use crate::load::words::words;
use crate::load::{Read, Refused, require};
use crate::regexp::Pattern;
use crate::syntax::Node;

/// The hosts that agentic-kit brings along, whose ids are taken.
const BUILT_IN_HOSTS: [&str; 3] = ["claude", "codex", "opencode"];

/// An agentic-kit host adapter's manifest that was found in order.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AkAdapter {
    /// The adapter's name. agentic-kit goes by the host's id.
    pub name: String,
    /// The adapter's version: three numbers, perhaps with more behind them.
    pub version: String,
    /// The host.
    pub host: Host,
    /// How to find out whether the host is there.
    pub detection: Detection,
    /// `driving.surfaces`: the ways to drive the host, at least one.
    pub surfaces: Vec<Surface>,
    /// The hooks of the adapter's life cycle.
    pub lifecycle: Lifecycle,
    /// `execution.run.hook`: runs an activity. The host can then route activities, and has a
    /// command line to drive.
    pub execution: Option<Hook>,
    /// `trust.changes`: what the user is told about the adapter before consenting; ids are distinct.
    pub trust_changes: Vec<TrustChange>,
}

/// The host that an adapter describes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Host {
    /// Its id; none of those that agentic-kit's own hosts have.
    pub id: String,
    /// Its name for people.
    pub label: String,
    /// How it comes onto the machine.
    pub install: Install,
    /// How it authenticates: JSON text, passed on unread.
    pub auth: Option<String>,
    /// What it can do, as far as an adapter may say so by itself.
    pub capabilities: Capabilities,
    /// What older versions need. Where the document has no object there, it is ignored.
    pub legacy: Option<Legacy>,
    /// What the user is told about the host.
    pub trust: HostTrust,
    /// Whether it is on from the start. Without consent this has no effect.
    pub enabled_by_default: bool,
    /// Whose form of configuration it gets.
    pub config_projection: Projection,
    /// Where its activity can be seen, nothing twice.
    pub observability: Vec<Observability>,
}

/// How a host comes onto the machine.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Install {
    /// The command that is looked up on `PATH`.
    pub bin: String,
    /// Who installs it.
    pub external_install_policy: InstallPolicy,
}

words! {
    /// Who installs a host.
    pub enum InstallPolicy {
        /// It is found, and never replaced.
        DetectNeverOverwrite = "detect-never-overwrite",
        /// agentic-kit does.
        Managed = "managed",
        /// Others do.
        Unmanaged = "unmanaged",
    }
}

/// What a host can do. `canBePrimary` and `commandStatusline` are missing: an adapter cannot claim
/// them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Capabilities {
    /// `canDriveSession`
    pub can_drive_session: bool,
    /// `canRouteActivities`
    pub can_route_activities: bool,
    /// `transcripts`
    pub transcripts: bool,
    /// `usage`
    pub usage: bool,
    /// `nativeMcpConfig`: the adapter delivers it through its hooks.
    pub native_mcp_config: bool,
    /// `nativeGuidance`: the adapter delivers it through its hooks.
    pub native_guidance: bool,
}

/// What older versions of agentic-kit need. All but the first are JSON text, passed on unread.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Legacy {
    /// `guidanceFile`: an id, never a path.
    pub guidance_file: Option<String>,
    /// `configFormat`
    pub config_format: Option<String>,
    /// `statusline`
    pub statusline: Option<String>,
    /// `envMarkers`
    pub env_markers: Option<String>,
    /// `enableEnv`
    pub enable_env: Option<String>,
}

/// What the user is told about a host.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct HostTrust {
    /// Who decides about approvals in the host.
    pub approval_policy: Approval,
    /// What is changed for the host; ids are distinct.
    pub changes: Vec<HostChange>,
}

words! {
    /// Who decides about approvals in a host.
    pub enum Approval {
        /// agentic-kit does.
        Managed = "managed",
        /// The host, as before.
        Unchanged = "unchanged",
    }
}

/// A change that is made for a host.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct HostChange {
    /// Its id.
    pub id: String,
    /// Of what kind it is.
    pub kind: HostChangeKind,
    /// How far it reaches.
    pub scope: ChangeScope,
    /// Whose it is.
    pub owner: String,
    /// What is changed.
    pub value: String,
    /// What that does.
    pub effect: String,
    /// When it is made: at least once, nothing twice.
    pub operations: Vec<HostOperation>,
    /// With what it is made, nothing twice.
    pub features: Option<Vec<HostFeature>>,
    /// Whether it is made only while the host is on.
    pub requires_host_enabled: Option<bool>,
}

words! {
    /// The kind of a change that is made for a host.
    pub enum HostChangeKind {
        /// Something is approved without asking.
        AutoApprove = "auto-approve",
        /// An MCP server is registered.
        McpRegistration = "mcp-registration",
        /// The life cycle is extended.
        LifecycleExtension = "lifecycle-extension",
        /// The host is integrated.
        HostIntegration = "host-integration",
    }
}

words! {
    /// How far a change reaches.
    pub enum ChangeScope {
        /// One project.
        Project = "project",
        /// All that the user does.
        User = "user",
    }
}

words! {
    /// When a change is made for a host.
    pub enum HostOperation {
        /// When agentic-kit is set up.
        Setup = "setup",
        /// When the host is picked.
        HostPick = "host-pick",
        /// When agentic-kit synchronises.
        Sync = "sync",
    }
}

words! {
    /// With what a change is made for a host.
    pub enum HostFeature {
        /// The project.
        Project = "project",
        /// AQE.
        Aqe = "aqe",
        /// The brain.
        Brain = "brain",
    }
}

words! {
    /// Whose form of configuration a host gets.
    pub enum Projection {
        /// Claude's.
        Claude = "claude",
        /// Codex's.
        Codex = "codex",
        /// OpenCode's.
        Opencode = "opencode",
        /// Ruflo's.
        Ruflo = "ruflo",
        /// AQE's.
        Aqe = "aqe",
    }
}

words! {
    /// Where a host's activity can be seen.
    pub enum Observability {
        /// Claude's transcripts.
        ClaudeTranscripts = "claude-transcripts",
        /// Claude's status line.
        ClaudeStatusline = "claude-statusline",
        /// Codex's transcripts.
        CodexTranscripts = "codex-transcripts",
        /// Codex's app server.
        CodexAppServer = "codex-app-server",
        /// OpenCode's logs.
        OpencodeLogs = "opencode-logs",
        /// Ollama's catalogue.
        OllamaCatalog = "ollama-catalog",
        /// Ollama while it runs.
        OllamaRuntime = "ollama-runtime",
        /// OpenRouter's metadata.
        OpenrouterMetadata = "openrouter-metadata",
    }
}

/// How to find out whether a host is there.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Detection {
    /// The command that is looked up on `PATH`.
    pub bin: String,
    /// What to call it with to see its version; no argument twice.
    pub version_args: Option<Vec<String>>,
    /// What finds the version in its answer: the source of a JavaScript regular expression.
    pub version_pattern: Option<String>,
}

words! {
    /// A way to drive a host.
    pub enum Surface {
        /// Its command line. No other way has an implementation.
        CliSubprocess = "cli-subprocess",
        /// The agent client protocol.
        Acp = "acp",
        /// The model context protocol.
        Mcp = "mcp",
    }
}

/// The hooks of an adapter's life cycle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Lifecycle {
    /// Says whether the adapter is in place.
    pub detect: Option<Hook>,
    /// Says what `apply` would do.
    pub plan: Option<Hook>,
    /// Puts the adapter in place.
    pub apply: Option<Hook>,
    /// Says whether `apply` did.
    pub verify: Option<Hook>,
    /// Takes back what `apply` did.
    pub undo: Option<Hook>,
}

/// A program of the adapter's that agentic-kit starts, without a shell.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Hook {
    /// The program and its arguments: none empty, none twice.
    pub command: Vec<String>,
    /// How long it may take; else the caller decides. A number that is too large for this type
    /// becomes the longest time that it holds.
    pub timeout: Option<Duration>,
}

/// A change that the user consents to.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TrustChange {
    /// Its id.
    pub id: String,
    /// How far it reaches.
    pub scope: ChangeScope,
    /// Whose it is.
    pub owner: String,
    /// What is changed.
    pub value: String,
    /// What that does.
    pub effect: String,
}

/// Reads a manifest.
pub(in crate::load) fn read(bytes: &[u8]) -> Read<AkAdapter> {
    let document = document(bytes, DocumentKind::AkAdapter)?;
    let root = document.tree().root().ok_or(Refused)?;
    let members = Members::among(
        root,
        &[
            "name",
            "version",
            "contract",
            "host",
            "detection",
            "driving",
            "lifecycle",
            "execution",
            "trust",
        ],
    )?;
    let adapter = AkAdapter {
        name: members.required("name", id)?,
        version: members.required("version", version)?,
        host: members.required("host", host)?,
        detection: members.required("detection", detection)?,
        surfaces: members.required("driving", surfaces)?,
        lifecycle: members
            .optional("lifecycle", lifecycle)?
            .unwrap_or_default(),
        execution: members.optional("execution", execution)?,
        trust_changes: members.required("trust", trust_changes)?,
    };
    let contract = members.required("contract", positive)?;
    require(contract == u64::from(limits::AK_CONTRACT))?;
    require(!BUILT_IN_HOSTS.contains(&&*adapter.host.id))?;
    require(
        adapter.execution.is_none()
            || (adapter.host.capabilities.can_route_activities
                && adapter.surfaces.contains(&Surface::CliSubprocess)),
    )?;
    Ok(adapter)
}

fn version(node: Node<'_>) -> Read<String> {
    let version = text(node)?;
    require(is_version(&version))?;
    Ok(version)
}

fn host(node: Node<'_>) -> Read<Host> {
    let members = Members::among(
        node,
        &[
            "id",
            "label",
            "install",
            "auth",
            "capabilities",
            "legacy",
            "trust",
            "enabledByDefault",
            "configProjection",
            "observability",
        ],
    )?;
    Ok(Host {
        id: members.required("id", id)?,
        label: members.required("label", text)?,
        install: members.required("install", install)?,
        auth: members.unread("auth"),
        capabilities: members.required("capabilities", capabilities)?,
        legacy: members.optional("legacy", legacy)?.flatten(),
        trust: members.required("trust", host_trust)?,
        enabled_by_default: members.required("enabledByDefault", boolean)?,
        config_projection: members.required("configProjection", word(Projection::of_word))?,
        observability: members.required("observability", distinct(word(Observability::of_word)))?,
    })
}

fn install(node: Node<'_>) -> Read<Install> {
    let members = Members::among(node, &["bin", "npmPackage", "externalInstallPolicy"])?;
    // An external adapter never names a package that would be installed.
    members.absent("npmPackage")?;
    Ok(Install {
        bin: members.required("bin", id)?,
        external_install_policy: members
            .required("externalInstallPolicy", word(InstallPolicy::of_word))?,
    })
}

fn capabilities(node: Node<'_>) -> Read<Capabilities> {
    let members = Members::among(
        node,
        &[
            "canDriveSession",
            "canBePrimary",
            "canRouteActivities",
            "commandStatusline",
            "transcripts",
            "usage",
            "nativeMcpConfig",
            "nativeGuidance",
        ],
    )?;
    // These are granted, never claimed.
    require(!members.required("canBePrimary", boolean)?)?;
    require(!members.required("commandStatusline", boolean)?)?;
    Ok(Capabilities {
        can_drive_session: members.required("canDriveSession", boolean)?,
        can_route_activities: members.required("canRouteActivities", boolean)?,
        transcripts: members.required("transcripts", boolean)?,
        usage: members.required("usage", boolean)?,
        native_mcp_config: members.required("nativeMcpConfig", boolean)?,
        native_guidance: members.required("nativeGuidance", boolean)?,
    })
}

/// What isn't an object is passed over unread.
fn legacy(node: Node<'_>) -> Read<Option<Legacy>> {
    if node.as_object().is_none() {
        return Ok(None);
    }
    let members = Members::among(
        node,
        &[
            "guidanceFile",
            "configFormat",
            "statusline",
            "aqeProvider",
            "envMarkers",
            "enableEnv",
        ],
    )?;
    members.absent("aqeProvider")?;
    Ok(Some(Legacy {
        guidance_file: members.optional("guidanceFile", id)?,
        config_format: members.unread("configFormat"),
        statusline: members.unread("statusline"),
        env_markers: members.unread("envMarkers"),
        enable_env: members.unread("enableEnv"),
    }))
}

fn host_trust(node: Node<'_>) -> Read<HostTrust> {
    let members = Members::of(node)?;
    let changes = members.required("changes", list(host_change))?;
    all_different(changes.iter().map(|change| &change.id))?;
    Ok(HostTrust {
        approval_policy: members.required("approvalPolicy", word(Approval::of_word))?,
        changes,
    })
}

fn host_change(node: Node<'_>) -> Read<HostChange> {
    let members = Members::of(node)?;
    Ok(HostChange {
        id: members.required("id", id)?,
        kind: members.required("kind", word(HostChangeKind::of_word))?,
        scope: members.required("scope", word(ChangeScope::of_word))?,
        owner: members.required("owner", text)?,
        value: members.required("value", text)?,
        effect: members.required("effect", text)?,
        operations: members.required("operations", some(distinct(word(HostOperation::of_word))))?,
        features: members.optional("features", distinct(word(HostFeature::of_word)))?,
        requires_host_enabled: members.optional("requiresHostEnabled", boolean)?,
    })
}

fn detection(node: Node<'_>) -> Read<Detection> {
    let members = Members::among(node, &["bin", "versionArgs", "versionPattern"])?;
    Ok(Detection {
        bin: members.required("bin", id)?,
        version_args: members.optional("versionArgs", distinct(text))?,
        version_pattern: members.optional("versionPattern", pattern)?,
    })
}

/// Reads the source of a regular expression that JavaScript compiles.
fn pattern(node: Node<'_>) -> Read<String> {
    let source = text(node)?;
    // One that is too long to be checked is accepted, as the rules do.
    require(Pattern::of(node).map_or(true, |pattern| pattern.faults().is_empty()))?;
    Ok(source)
}

fn surfaces(node: Node<'_>) -> Read<Vec<Surface>> {
    Members::among(node, &["surfaces"])?
        .required("surfaces", some(distinct(word(Surface::of_word))))
}

fn lifecycle(node: Node<'_>) -> Read<Lifecycle> {
    let members = Members::among(node, &["detect", "plan", "apply", "verify", "undo"])?;
    let step = |name| members.optional(name, hook_holder);
    Ok(Lifecycle {
        detect: step("detect")?,
        plan: step("plan")?,
        apply: step("apply")?,
        verify: step("verify")?,
        undo: step("undo")?,
    })
}

fn execution(node: Node<'_>) -> Read<Hook> {
    Members::among(node, &["run"])?.required("run", hook_holder)
}

/// Reads an object that has a hook and nothing else.
fn hook_holder(node: Node<'_>) -> Read<Hook> {
    Members::among(node, &["hook"])?.required("hook", hook)
}

fn hook(node: Node<'_>) -> Read<Hook> {
    let members = Members::among(node, &["command", "timeoutMs"])?;
    let milliseconds = members.optional("timeoutMs", positive)?;
    Ok(Hook {
        command: members.required("command", some(distinct(text)))?,
        timeout: milliseconds.map(Duration::from_millis),
    })
}

fn trust_changes(node: Node<'_>) -> Read<Vec<TrustChange>> {
    let members = Members::among(node, &["changes"])?;
    let changes = members.required("changes", list(trust_change))?;
    all_different(changes.iter().map(|change| &change.id))?;
    Ok(changes)
}

fn trust_change(node: Node<'_>) -> Read<TrustChange> {
    let members = Members::among(node, &["id", "kind", "scope", "owner", "value", "effect"])?;
    let kind = members.required("kind", text)?;
    require(kind == "third-party-adapter")?;
    Ok(TrustChange {
        id: members.required("id", id)?,
        scope: members.required("scope", word(ChangeScope::of_word))?,
        owner: members.required("owner", text)?,
        value: members.required("value", text)?,
        effect: members.required("effect", text)?,
    })
}

fn all_different<'a>(ids: impl Iterator<Item = &'a String>) -> Read<()> {
    let mut seen = HashSet::new();
    let mut ids = ids;
    require(ids.all(|id| seen.insert(id)))
}
