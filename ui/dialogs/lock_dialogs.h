// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/board/process_probe.h"
#include "core/observe/board/waits.h"
#include "core/release/apply.h"
#include "core/release/liveness.h"
#include "core/result.h"
#include "core/types.h"
#include "ui/bridge/release_runner.h"
#include "ui/bridge/task_queue.h"
#include "ui/dialogs/release/token_dialog.h"

#include <QObject>
#include <memory>

class QDialog;
class QWidget;

namespace lockkeeper::ui {

class AcquireDialog;
class AllowChangesDialog;
class BulkDialog;
class BulkReleases;
class Prompter;
class ReleaseDialog;
class Session;

/// Opens the dialogs that can change something, and connects them to the session's LockActions,
/// ReleaseRunner and ChangePermission. One dialog is open at a time: further calls do nothing until
/// it is closed. On production each has a red frame with that word.
///
/// `session`, `prompter` and `window` must outlive this object. GUI thread only.
class LockDialogs final : public QObject {
    Q_OBJECT
public:
    LockDialogs(Session& session, Prompter& prompter, QWidget& window);
    ~LockDialogs() override;

public Q_SLOTS:
    void acquire();
    /// Asks for how long a read-only deployment may be changed. Does nothing if no permission is
    /// needed.
    void allowChanges();
    /// Opens the release dialog for a resource as the session's model shows it now. Where several
    /// tokens are stored and none has a quorum, asks first which one is meant. Does nothing if no
    /// master that answers stores it.
    void release(const lockkeeper::Resource& resource);
    /// The same dialog, which proposes to revoke.
    void revoke(const lockkeeper::Resource& resource);
    /// Opens the release dialog for one of several holders: see observe::Holder::member.
    void releaseHolder(const lockkeeper::Resource& resource, const lockkeeper::Fingerprint& member);
    /// Asks for a number, and opens the release dialog to set it.
    void setCount(const lockkeeper::Resource& resource);
    /// Opens the dialog that writes a note on a lock.
    void note(const lockkeeper::Resource& resource);
    /// Opens the dialog that asks the masters who holds a lock. It only reads.
    void identify(const lockkeeper::Resource& resource);
    /// Opens the dialog that frees several locks.
    void releaseAll(const std::vector<lockkeeper::Resource>& resources);
    /// The same with the locks of a plan file, for which it asks.
    void openPlan();

public:
    /// Opens the release dialog also if the deployment is read-only, to see whether the lock is
    /// safe to free: nothing can be done then. False if it can't be opened for this lock.
    bool look(const Resource& resource);

Q_SIGNALS:
    /// A dialog was opened or closed.
    void openChanged(bool isOpen);
    /// The user wants to be told when this lock is free.
    void tellRequested(const lockkeeper::Resource& resource);
    /// A lock was freed, and the user wants to see who has it now, or a report of what happened.
    void showRequested(const lockkeeper::Resource& resource);
    void reportRequested(const lockkeeper::Resource& resource);
    /// See BulkReleases.
    void stepDone(int run, const lockkeeper::release::AppliedLock::Deed& deed);
    /// The release can't be planned, so no dialog was opened; or the result of an acquire could not
    /// be written to the journal.
    void failed(const lockkeeper::Error& error);

private:
    void open(QDialog& dialog);
    void dress(QDialog& dialog);
    /// Asks for how long, in front of `parent`.
    AllowChangesDialog* askForChanges(QWidget& parent);
    bool decide(const Resource& resource, release::Action proposed);
    void choose(const observe::LockEntryPtr& entry, release::Action proposed);
    [[nodiscard]] std::vector<TokenDialog::Choice> choicesOf(const observe::LockEntry& entry) const;
    bool decideOn(
        const observe::LockEntryPtr& entry, const Fingerprint& token, release::Action proposed);
    void decideOnPart(const observe::LockEntryPtr& entry, Result<release::Plan> plan);
    void openRelease(ReleaseDialog& dialog, const observe::Holder& holder);
    void connectAcquire(AcquireDialog& dialog);
    void openBulk(BulkDialog* dialog);
    void connectRelease(ReleaseDialog& dialog);
    template <class Dialog> void connectPermission(Dialog& dialog, const QString& whyNot = {});
    void connectChanges(ReleaseDialog& dialog);
    void addTellButton(ReleaseDialog& dialog);
    /// Asks the deployment's program whether the holder lives, again and again while the dialog is
    /// open. Does nothing if there is none.
    void askWhetherAlive(ReleaseDialog& dialog, const observe::Holder& asked);
    [[nodiscard]] QString holderOf(const Resource& resource) const;
    /// The deadlock that this token is part of, and what would end it; empty: there is none.
    [[nodiscard]] QString deadlockOf(const Resource& resource, const Fingerprint& token) const;

    Session& m_session;
    QWidget& m_window;
    const observe::LocalProcessProbe m_processes; ///< for the release dialog
    bool m_isOpen = false;
    observe::WaitsPtr m_waits = observe::noWaits(); ///< as of the latest update
    release::LivenessSource m_others; ///< who knows whether holders elsewhere live
    std::unique_ptr<BulkReleases> m_bulk; ///< ends before them: its tasks ask them
    TaskQueue m_asking; ///< last: its tasks ask them, too
};

} // namespace lockkeeper::ui
