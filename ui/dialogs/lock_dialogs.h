// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/board/process_probe.h"
#include "core/observe/board/waits.h"
#include "core/release/apply.h"
#include "core/release/liveness.h"
#include "core/result.h"
#include "core/text/fingerprint.h"
#include "core/types.h"
#include "ui/bridge/deed_runners.h"
#include "ui/bridge/task_queue.h"
#include "ui/dialogs/release/release_dialog.h"

#include <QDialog>
#include <QObject>
#include <memory>
#include <optional>
#include <vector>

class QDialog;
class QListWidget;
class QPushButton;
class QWidget;

namespace lockkeeper::ui {

/// Asks which token is meant if none has a quorum.
class TokenDialog final : public QDialog {
    Q_OBJECT
public:
    struct Choice {
        Fingerprint token;
        QString text;
    };

    TokenDialog(const Resource& resource, std::vector<Choice> choices, QWidget* parent = nullptr);

    /// Keeps the selection.
    void setChoices(std::vector<Choice> choices);

    [[nodiscard]] std::optional<Fingerprint> token() const;

private:
    void createLayout(const QString& resource);

    std::vector<Choice> m_choices;
    QListWidget* m_list;
    QPushButton* m_go;
};

class AcquireDialog;
class AllowChangesDialog;
class BulkDialog;
class BulkReleases;
class Prompter;
class Session;

/// Opens the dialogs that change locks, one at a time: ignores further calls. Production gets a red
/// frame.
class LockDialogs final : public QObject {
    Q_OBJECT
public:
    LockDialogs(Session& session, Prompter& prompter, QWidget& window);
    ~LockDialogs() override;

public Q_SLOTS:
    void acquire();
    void allowChanges();
    /// Asks for a token if none has a quorum. Ignored if no answering master stores the lock.
    void release(const lockkeeper::Resource& resource);
    void revoke(const lockkeeper::Resource& resource);
    /// `member`: observe::Holder::member.
    void releaseHolder(const lockkeeper::Resource& resource, const lockkeeper::Fingerprint& member);
    void setCount(const lockkeeper::Resource& resource);
    void note(const lockkeeper::Resource& resource);
    void identify(const lockkeeper::Resource& resource);
    void releaseAll(const std::vector<lockkeeper::Resource>& resources);
    void openPlan();

public:
    /// Opens the release dialog even if read-only. False: impossible for this lock.
    bool look(const Resource& resource);

Q_SIGNALS:
    void openChanged(bool isOpen);
    void tellRequested(const lockkeeper::Resource& resource);
    void showRequested(const lockkeeper::Resource& resource);
    void reportRequested(const std::optional<lockkeeper::Resource>& resource);
    void stepDone(int run, const lockkeeper::release::AppliedLock::Deed& deed);
    void failed(const lockkeeper::Error& error);

private:
    void open(QDialog& dialog);
    void dress(QDialog& dialog);
    AllowChangesDialog* askForChanges(QWidget& parent);
    /// `wanted`: nullopt: proposed by safety.
    bool decide(const Resource& resource, std::optional<release::Action> wanted);
    void choose(const observe::LockEntryPtr& entry, std::optional<release::Action> wanted);
    [[nodiscard]] std::vector<TokenDialog::Choice> choicesOf(const observe::LockEntry& entry) const;
    [[nodiscard]] ReleaseDialog::Subject subjectOf(
        const observe::LockEntryPtr& entry, release::Plan plan) const;
    bool decideOn(const observe::LockEntryPtr& entry, const Fingerprint& token,
        std::optional<release::Action> wanted);
    void decideOnPart(const observe::LockEntryPtr& entry, Result<release::Plan> plan);
    void openRelease(ReleaseDialog& dialog, const observe::Holder& holder);
    void connectAcquire(AcquireDialog& dialog);
    void openBulk(BulkDialog* dialog);
    void connectRelease(ReleaseDialog& dialog);
    template <class Dialog> void connectPermission(Dialog& dialog, const QString& whyNot = {});
    void connectChanges(ReleaseDialog& dialog);
    void addTellButton(ReleaseDialog& dialog);
    void foresee(ReleaseDialog& dialog);
    /// Keeps asking the liveness program, if any, while the dialog is open.
    void askWhetherAlive(ReleaseDialog& dialog, const observe::Holder& asked);
    [[nodiscard]] QString holderOf(const Resource& resource) const;
    [[nodiscard]] QString deadlockOf(const Resource& resource, const Fingerprint& token) const;

    Session& m_session;
    QWidget& m_window;
    const observe::LocalProcessProbe m_processes;
    bool m_isOpen = false;
    observe::WaitsPtr m_waits = observe::noWaits();
    release::LivenessSource m_others;
    std::unique_ptr<BulkReleases> m_bulk; ///< after the members that its tasks use
    TaskQueue m_foreseeing;
    TaskQueue m_asking; ///< last
};

} // namespace lockkeeper::ui
