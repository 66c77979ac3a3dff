;;; emacs.el --- plays a scenario in Emacs with Eglot  -*- lexical-binding: t -*-

;;; Commentary:

;; The environment names the job: a file of JSON with the scenario's steps, beside which "RESULT" is
;; written: "ok", or what went wrong.

;;; Code:

(require 'json)
(require 'cl-lib)
(package-initialize)
(require 'eglot)

(defvar clients-job (getenv "FORNAX_JOB"))
(defvar clients-patience (string-to-number (getenv "FORNAX_PATIENCE")))
(defvar clients-root (file-name-as-directory default-directory))

(setq make-backup-files nil
      create-lockfiles nil
      enable-local-variables nil)

;; Nobody is here to be asked.
(fset 'y-or-n-p (lambda (&rest _) t))

(defun clients-wait (holds)
  "Waits until HOLDS, a function, says so."
  (let ((deadline (+ (float-time) clients-patience)))
    (while (not (or (funcall holds) (> (float-time) deadline)))
      (accept-process-output nil 0.02))
    (funcall holds)))

(defun clients-buffer (name)
  "The buffer of the file NAME."
  (or (get-file-buffer (expand-file-name name clients-root))
      (error "%s isn't open" name)))

(defun clients-go (needle)
  "Goes to the mark in NEEDLE."
  (goto-char (point-min))
  (let ((parts (split-string needle "¦")))
    (search-forward (apply #'concat parts))
    (goto-char (- (point) (length (cadr parts))))))

(defun clients-found ()
  "The rule and the marked text of each finding that is shown in the current buffer."
  (mapcar (lambda (each)
            (list (plist-get (cdr (assoc 'eglot-lsp-diag (eglot--diag-data each))) :code)
                  (buffer-substring-no-properties
                   (min (flymake-diagnostic-beg each) (point-max))
                   (min (flymake-diagnostic-end each) (point-max)))))
          (sort (flymake-diagnostics)
                (lambda (a b) (< (flymake-diagnostic-beg a) (flymake-diagnostic-beg b))))))

(defun clients-are (expected)
  "The findings that are shown are EXPECTED."
  ;; What Emacs does when nothing is typed for a moment.
  (eglot--signal-textDocument/didChange)
  (let ((found (clients-found)))
    (and (equal (mapcar #'car found) (mapcar #'car expected))
         ;; What marks nothing is widened so that it can be seen.
         (cl-every (lambda (shown wanted)
                     (or (equal (cadr wanted) "") (equal (cadr shown) (cadr wanted))))
                   found expected))))

(defun clients-expect (text)
  "The current buffer holds TEXT, whatever ends its lines."
  (let ((plain (replace-regexp-in-string "\r\n" "\n" text)))
    (unless (clients-wait (lambda () (equal (buffer-string) plain)))
      (error "%S is not %S" (buffer-string) plain))))

(defun clients-play (step)
  "Plays one STEP."
  (let-alist step
    (cond
     (.open
      (switch-to-buffer (find-file-noselect (expand-file-name .open clients-root)))
      ;; What the loop of commands does when one has ended.
      (run-hooks 'post-command-hook)
      (unless (clients-wait #'eglot-managed-p) (error "the server isn't asked"))
      (flymake-start))
     (.findings
      (with-current-buffer (clients-buffer .findings)
        (let ((expected (mapcar (lambda (each) (append each nil)) .are)))
          (unless (clients-wait (lambda () (clients-are expected)))
            (error "%S are not %S" (clients-found) expected)))))
     (.replace
      (with-current-buffer (clients-buffer .in)
        (goto-char (point-min))
        (search-forward .replace)
        (replace-match .with t t)
        (run-hooks 'post-command-hook)))
     (.act
      (with-current-buffer (clients-buffer .act)
        (clients-go .at)
        (cl-letf* ((last-nonmenu-event t)
                   ((symbol-function 'completing-read)
                    (lambda (_ choices &rest _)
                      (or (car (assoc .title choices)) (error "%S" (mapcar #'car choices))))))
          (eglot-code-actions (point) (point) nil t))
        (when .then (clients-expect .then))))
     (.fix_all
      (with-current-buffer (clients-buffer .fix_all)
        (eglot-code-actions (point-min) (point-max) "source.fixAll.fornax" t)
        (clients-expect .then)))
     (.rename
      (with-current-buffer (clients-buffer .rename)
        (clients-go .at)
        (eglot-rename .to))
      (dolist (each .then)
        (with-current-buffer (clients-buffer (symbol-name (car each)))
          (clients-expect (cdr each)))))
     (.format
      (with-current-buffer (clients-buffer .format)
        (setq-local tab-width 2 indent-tabs-mode nil)
        (eglot-format-buffer)
        (clients-expect .then)))
     (.save
      (with-current-buffer (clients-buffer .save) (save-buffer)))
     (.file
      (let ((text (with-temp-buffer
                    (insert-file-contents (expand-file-name .file clients-root))
                    (buffer-string))))
        (unless (equal text .holds) (error "%S is not %S" text .holds))))
     (.close
      (with-current-buffer (clients-buffer .close) (set-buffer-modified-p nil))
      (kill-buffer (clients-buffer .close)))
     (t (error "this step is unknown")))))

(defun clients-main ()
  "Plays all steps, and ends Emacs as a user does."
  (let* ((result "ok")
         (json-object-type 'alist)
         (job (json-read-file clients-job))
         (number 0))
    (condition-case problem
        (progn
          (load (alist-get 'init job) nil t)
          (mapc (lambda (step) (cl-incf number) (clients-play step))
                (alist-get 'steps job)))
      (error (setq result (format "step %d: %s" number (error-message-string problem)))))
    (with-temp-file (concat clients-job ".result") (insert result))
    (if (equal (alist-get 'end job) "killed")
        (signal-process (emacs-pid) 'SIGKILL)
      (eglot-shutdown-all)
      (kill-emacs 0))))

(clients-main)

;;; emacs.el ends here
