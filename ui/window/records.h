// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/file_writer.h"
#include "ui/bridge/history/report_maker.h"
#include "ui/bridge/succession.h"
#include "ui/dialogs/prompter.h"

namespace lockkeeper::ui {

class LabPage;
class ReportDialog;
class Session;
class TimelinePage;

/// What a window writes down for later: incident reports, the rows that a table shows, and who got
/// a lock next. GUI thread only.
class Records final : public QObject {
    Q_OBJECT
public:
    /// `window` takes ownership, and is the parent of dialogs. The others must outlive this object.
    Records(Session& session, Prompter& prompter, QWidget& window);

    /// Opens the dialog with the report of this lock, or of the latest hours.
    void report(const std::optional<Resource>& resource);
    /// Asks for a file, and writes the rows of the page into it, in their order; of the timeline
    /// its picture.
    void exportRows(const QWidget& page);

Q_SIGNALS:
    /// What was written, in words.
    void said(const QString& text);
    void failed(const lockkeeper::Error& error);

private:
    void saveReport(const ReportDialog& dialog);
    void exportLocks(const QString& file);
    void exportPicture(const TimelinePage& timeline);
    void exportRun(const LabPage& lab);

    Session& m_session;
    Prompter& m_prompter;
    QWidget& m_window;
    BoardUpdatePtr m_update;
    ReportMaker m_reports;
    Succession m_succession;
    FileWriter m_writer;
};

} // namespace lockkeeper::ui
