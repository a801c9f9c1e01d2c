// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/deployment_bridge.h"
#include "ui/bridge/file_writer.h"
#include "ui/bridge/history/report_maker.h"
#include "ui/dialogs/prompter.h"

namespace lockkeeper::ui {

class LabPage;
class ReportDialog;
class Session;
class Succession;
class TimelinePage;

class Records final : public QObject {
    Q_OBJECT
public:
    Records(Session& session, Prompter& prompter, QWidget& window);

    void report(const std::optional<Resource>& resource);
    /// Without a resource, of the worst problem.
    void reportWorst(const std::optional<Resource>& resource);
    /// Asks for a file. Writes the page's rows in order, or the timeline's picture.
    void exportRows(const QWidget& page);

Q_SIGNALS:
    void said(const QString& text);
    void failed(const lockkeeper::Error& error);

private:
    [[nodiscard]] std::vector<Resource> locksByUrgency() const;
    void saveReport(const ReportDialog& dialog);
    void exportLocks(const QString& file);
    void exportPicture(const TimelinePage& timeline);
    void exportRun(const LabPage& lab);

    Session& m_session;
    Prompter& m_prompter;
    QWidget& m_window;
    BoardUpdatePtr m_update;
    ReportMaker m_reports;
    Succession* m_succession;
    FileWriter m_writer;
};

} // namespace lockkeeper::ui
