// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/screenshot.h"

#include "app/gui/gui_options.h"
#include "ui/bridge/kinds_survey.h"
#include "ui/bridge/lab_runner.h"
#include "ui/pages/lab/lab_page.h"
#include "ui/widgets/banner.h"

#include <QAction>
#include <QCoreApplication>
#include <QDialog>
#include <QFile>
#include <QPainter>
#include <QTableView>
#include <QTextStream>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace lockkeeper::gui {

namespace {

/// One update finds locks, two more settle states.
constexpr int kUpdatesWithLocks = 3;
constexpr int kUpdatesWithout = 5;
constexpr auto kPatience = 15s;
constexpr auto kSettling = 400ms;

std::optional<Resource> lockToShow(ui::Session& session)
{
    const ui::LockTable& locks = session.filteredLocks();
    std::optional<Resource> best;
    for (int row = 0; row < locks.rowCount(); ++row) {
        const auto entry = locks.entryAt(locks.index(row, 0));
        if (!entry)
            continue;
        if (!best)
            best = entry->resource;
        if (entry->hasEvidence() && entry->countVotes().verdict == observe::Verdict::Held)
            return entry->resource;
    }
    return best;
}

void drawOver(QPixmap& picture, QWidget& window, QWidget& dialog)
{
    // As on a screen of that size.
    dialog.resize(dialog.size().boundedTo(window.size()));
    QPainter painter(&picture);
    const QRect frame(
        QPoint((window.width() - dialog.width()) / 2, (window.height() - dialog.height()) / 2),
        dialog.size());
    painter.fillRect(window.rect(), QColor(0, 0, 0, 70));
    painter.drawPixmap(frame.topLeft(), dialog.grab());
    painter.setPen(window.palette().color(QPalette::Mid));
    painter.drawRect(frame.adjusted(-1, -1, 0, 0));
}

} // namespace

Screenshot::Screenshot(ui::MainWindow& window, ui::Session* session, const ScreenshotRequest& order)
    : m_window(window)
    , m_session(session)
    , m_order(order)
{
    m_window.resize(order.size);
    m_patience.setSingleShot(true);
    connect(&m_patience, &QTimer::timeout, this, &Screenshot::prepare);
    m_patience.start(session ? kPatience : 0s);
    if (session)
        connect(session, &ui::Session::updated, this, &Screenshot::countUpdate);
}

void Screenshot::countUpdate()
{
    ++m_updates;
    const bool hasLocks = m_session->locks().lockCount() > 0;
    if (m_updates >= (hasLocks ? kUpdatesWithLocks : kUpdatesWithout))
        prepare();
}

void Screenshot::prepare()
{
    m_patience.stop();
    if (m_session) {
        disconnect(m_session, nullptr, this, nullptr);
        // A selection would freeze the rows.
        QTimer::singleShot(kSettling, this, &Screenshot::choose);
        return;
    }
    choose();
}

void Screenshot::choose()
{
    if (m_session) {
        if (m_session->locks().isBehind()) {
            QTimer::singleShot(kSettling, this, &Screenshot::choose);
            return;
        }
        if (const auto resource = lockToShow(*m_session))
            m_window.select(*resource);
        selectFirstRow();
        if (m_order.dialog == ScreenshotRequest::Dialog::Acquire)
            m_window.acquire();
        else if (m_order.dialog == ScreenshotRequest::Dialog::Release)
            m_window.release();
        else if (m_order.dialog == ScreenshotRequest::Dialog::AllowChanges)
            m_window.allowChanges();
        if (lookAtKeyspace() || playInLab())
            return;
    }
    if (m_order.dialog == ScreenshotRequest::Dialog::Connect)
        Q_EMIT m_window.connectRequested();
    else if (m_order.dialog == ScreenshotRequest::Dialog::Switch)
        Q_EMIT m_window.switchRequested();
    else if (m_order.dialog == ScreenshotRequest::Dialog::Report)
        trigger(u"reportAction"_s);
    else if (m_order.dialog == ScreenshotRequest::Dialog::Help)
        trigger(u"helpAction"_s);
    // Layouts take several rounds.
    QTimer::singleShot(kSettling, this, &Screenshot::draw);
}

void Screenshot::trigger(const QString& action)
{
    if (auto* found = m_window.findChild<QAction*>(action))
        found->trigger();
}

void Screenshot::selectFirstRow()
{
    auto* table = m_window.findChild<QTableView*>(u"journalTable"_s);
    if (m_window.currentPage() == ui::MainWindow::Page::Journal && table != nullptr)
        table->selectRow(0);
}

/// False on other pages.
bool Screenshot::lookAtKeyspace()
{
    auto* survey = m_window.findChild<ui::KindsSurvey*>();
    if (m_window.currentPage() != ui::MainWindow::Page::Kinds || !survey)
        return false;
    connect(survey, &ui::KindsSurvey::finished, this, &Screenshot::draw, Qt::QueuedConnection);
    return survey->start();
}

bool Screenshot::playInLab()
{
    auto* page = m_window.findChild<ui::LabPage*>();
    auto* runner = m_window.findChild<ui::LabRunner*>();
    if (m_window.currentPage() != ui::MainWindow::Page::Lab || page == nullptr || runner == nullptr
        || !page->choose("late-del"))
        return false;
    connect(runner, &ui::LabRunner::finished, this, &Screenshot::draw, Qt::QueuedConnection);
    page->play(false);
    return runner->isRunning();
}

void Screenshot::showWhatWaits()
{
    auto* banner = m_window.findChild<ui::Banner*>(u"waitingBanner"_s);
    if (banner != nullptr && !banner->isHidden())
        Q_EMIT banner->buttonClicked();
}

QDialog* Screenshot::shownDialog() const
{
    for (auto* dialog : m_window.findChildren<QDialog*>()) {
        if (dialog->isVisible())
            return dialog;
    }
    return nullptr;
}

QPixmap Screenshot::grab() const
{
    QPixmap picture = m_window.grab();
    if (QDialog* const dialog = shownDialog())
        drawOver(picture, m_window, *dialog);
    return picture;
}

void Screenshot::draw()
{
    if (m_order.dialog && shownDialog() == nullptr) {
        QTextStream(stderr) << tr("lockkeeper: no picture: that dialog does not open here, because "
                                  "no lock is there, or changes are allowed already")
                            << Qt::endl;
        QCoreApplication::exit(kExitUsage);
        return;
    }
    showWhatWaits();
    QFile file(m_order.file);
    if (file.open(QIODevice::WriteOnly) && grab().save(&file, "PNG") && file.flush()) {
        QCoreApplication::exit(0);
        return;
    }
    QTextStream(stderr) << tr("lockkeeper: can't write the screenshot to %1: %2")
                               .arg(m_order.file, file.errorString())
                        << Qt::endl;
    QCoreApplication::exit(kExitOutputLost);
}

} // namespace lockkeeper::gui
