// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/observe/board/process_probe.h"
#include "core/output/plan_file.h"
#include "core/release/liveness.h"
#include "ui/bridge/file_writer.h"

#include <QObject>
#include <stop_token>

class QWidget;

namespace lockkeeper::ui {

class BulkDialog;
struct BulkItem;
class BulkModel;
class Prompter;
class Session;

/// Opens and updates dialogs that free several locks, given or from a plan.
class BulkReleases final : public QObject {
    Q_OBJECT
public:
    /// `others` knows if remote holders live.
    BulkReleases(
        Session& session, release::LivenessSource& others, Prompter& prompter, QWidget& window);
    /// Blocks for pending answers.
    ~BulkReleases() override;

    [[nodiscard]] BulkDialog* create(const std::vector<Resource>& resources);
    void openPlan();

Q_SIGNALS:
    void planOpened(lockkeeper::ui::BulkDialog* dialog);
    void showRequested(const lockkeeper::Resource& resource);
    void reportRequested(const std::optional<lockkeeper::Resource>& resource);
    /// `run`: one for all locks freed together.
    void stepDone(int run, const lockkeeper::release::AppliedLock::Deed& deed);
    void failed(const lockkeeper::Error& error);

private:
    [[nodiscard]] BulkDialog* dialogOf(
        std::vector<BulkItem> items, const std::optional<output::PlanFile>& plan);
    [[nodiscard]] BulkItem itemOf(const observe::LockEntryPtr& entry) const;
    [[nodiscard]] BulkItem itemOf(const release::PlannedLock& planned) const;
    [[nodiscard]] std::optional<BulkItem> whyLeftAlone(const observe::LockEntryPtr& entry) const;
    void plan(BulkItem& item, release::Action action) const;
    void openPlan(const output::PlanFile& plan, const QString& file);
    [[nodiscard]] QString deedOf(BulkItem item, const observe::LockEntryPtr& entry) const;
    void save(BulkDialog& dialog, output::PlanFile plan);
    void connectDialog(BulkDialog& dialog, const output::PlanFile& plan);
    void update(BulkModel& model) const;
    void choose(BulkModel& model, release::Action action);
    void propose(BulkModel& model, std::size_t at) const;
    void askWhoIsAlive(BulkDialog& dialog);

    Session& m_session;
    release::LivenessSource& m_others;
    Prompter& m_prompter;
    QWidget& m_window;
    const observe::LocalProcessProbe m_processes;
    int m_runs = 0;
    release::Action m_ifMayLive = release::Action::Revoke;
    std::stop_source m_asking;
    FileWriter m_writer;
    TaskQueue m_tasks;
};

} // namespace lockkeeper::ui
