// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/bridge/file_writer.h"
#include "ui/bridge/report_maker.h"
#include "ui/bridge/succession.h"
#include "ui/dialogs/prompter.h"

class QStackedWidget;

namespace lockkeeper::ui {

class LocksPage;
class Session;
class TimelinePage;
class WindowActions;

/// What a window writes down for later: incident reports, the rows that a table shows, and who got
/// a lock next. GUI thread only.
class Records final : public QObject {
    Q_OBJECT
public:
    /// All of it must outlive this object.
    struct Parts {
        Session& session;
        WindowActions& actions;
        Prompter& prompter;
        LocksPage& locks;
        QStackedWidget& pages;
    };
    /// `window` is the parent of dialogs.
    Records(const Parts& parts, QWidget& window);

    /// Opens the dialog with the report of the selected lock, or of the latest hours.
    void report();
    /// Asks for a file, and writes the rows of the present page into it, in their order; of the
    /// timeline its picture.
    void exportRows();

Q_SIGNALS:
    /// What was written, in words.
    void said(const QString& text);
    void failed(const lockkeeper::Error& error);

private:
    void exportLocks(const QString& file);
    void exportPicture(const TimelinePage& timeline);

    Parts m_parts;
    QWidget& m_window;
    BoardUpdatePtr m_update;
    ReportMaker m_reports;
    Succession m_succession;
    FileWriter m_writer;
};

} // namespace lockkeeper::ui
