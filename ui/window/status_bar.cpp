// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/status_bar.h"

#include "core/words/time_words.h"
#include "ui/bridge/session.h"
#include "ui/look/glyphs.h"
#include "ui/models/words/text_parts.h"
#include "ui/models/words/words.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/notice_stack.h"
#include "ui/widgets/spoken.h"

#include <QApplication>
#include <QClipboard>
#include <QLocale>
#include <QMenu>
#include <QSettings>
#include <QStringList>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

namespace {

constexpr auto kAll = "recording/all"_L1;

QString keyOf(const QString& deployment)
{
    return u"recording/of/"_s + deployment;
}

} // namespace

RecordingSettings RecordingSettings::load(const QSettings& settings, const QString& deployment)
{
    return {.isForAll = settings.value(kAll, true).toBool(),
        .isForThis = settings.value(keyOf(deployment), true).toBool()};
}

void RecordingSettings::save(QSettings& settings, const QString& deployment) const
{
    settings.setValue(kAll, isForAll);
    if (isForThis)
        settings.remove(keyOf(deployment));
    else
        settings.setValue(keyOf(deployment), false);
}

namespace {

QString sweepText(const observe::BoardUpdate& update)
{
    if (update.agentLoss)
        return StatusLine::tr("nothing arrives: %1").arg(errorText(update.agentLoss->why));
    if (update.error)
        return StatusLine::tr("no keys are read: %1").arg(errorText(*update.error));
    if (update.isComplete)
        return StatusLine::tr("sweep complete");
    QStringList missing;
    for (const auto& master : update.masters) {
        if (!master.isSweepComplete)
            missing.append(safeText(master.id.value()));
    }
    return StatusLine::tr("sweep incomplete: not all keys of %1 were read").arg(listText(missing));
}

QString followText(const observe::BoardUpdate& update, std::chrono::milliseconds interval)
{
    if (update.agentLoss)
        return {};
    const auto pushed = std::ranges::count_if(update.masters, &observe::MasterStatus::isPushed);
    if (pushed != 0 && static_cast<std::size_t>(pushed) == update.masters.size())
        return StatusLine::tr("changes are pushed");
    QString polled = StatusLine::tr("polling every %1 s")
                         .arg(QString::number(static_cast<double>(interval.count()) / 1000.0));
    if (pushed == 0)
        return polled;
    return StatusLine::tr("changes are pushed by %1 of %2, else %3")
        .arg(pushed)
        .arg(update.masters.size())
        .arg(polled);
}

QString joined(QStringList parts)
{
    parts.removeAll(QString());
    return parts.join(u"  \u2013  "_s);
}

/// A smaller age would flicker, and cost a layout.
constexpr std::chrono::seconds kFresh{2};

} // namespace

StatusLine::StatusLine(std::chrono::milliseconds interval, const Clock& clock, QWidget* parent)
    : QLabel(parent)
    , m_interval(interval)
    , m_clock(clock)
{
    setObjectName(u"statusLabel"_s);
    setTextFormat(Qt::PlainText);
    setText(tr("waiting for the first sweep"));
    // Must not widen the window.
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
}

void StatusLine::apply(const observe::BoardUpdate& update, int locks)
{
    const auto read = std::count_if(update.masters.begin(), update.masters.end(),
        [](const auto& master) { return master.isSweepComplete; });
    if (static_cast<std::size_t>(read) >= update.quorum)
        m_confirmedAt = update.asOf;
    m_sweep = sweepText(update);
    m_follow = followText(update, m_interval);
    const QString shown = locks == 1 ? tr("1 lock") : tr("%L1 locks").arg(locks);
    const QString others
        = update.otherKeys == 1 ? tr("1 other key") : tr("%L1 other keys").arg(update.otherKeys);
    QStringList counts{shown, others};
    if (update.possible > 0)
        counts << tr("%L1 possible", "keys that may be locks").arg(update.possible);
    m_counts = partsText(counts);
    tick();
}

void StatusLine::tick()
{
    if (m_sweep.isEmpty())
        return;
    QString age = tr("no quorum was read yet");
    if (m_confirmedAt) {
        const auto passed
            = std::chrono::duration_cast<std::chrono::milliseconds>(m_clock.now() - *m_confirmedAt);
        age = passed < kFresh ? tr("data from less than 2 s ago")
                              : tr("data from %1").arg(toQt(words::agoText(passed)));
    }
    m_age = age;
    setTip(*this, wholeText());
    showFitting();
}

QString StatusLine::wholeText() const
{
    return joined({m_age, m_sweep, m_follow, m_counts});
}

void StatusLine::showFitting()
{
    if (m_sweep.isEmpty())
        return;
    const QStringList candidates[]
        = {{m_age, m_sweep, m_follow, m_counts}, {m_age, m_sweep, m_counts}, {m_age, m_sweep}};
    QString shown;
    for (const QStringList& parts : candidates) {
        shown = joined(parts);
        if (fontMetrics().horizontalAdvance(shown) <= width())
            return setText(shown);
    }
    setText(fontMetrics().elidedText(shown, Qt::ElideRight, width()));
}

void StatusLine::resizeEvent(QResizeEvent* event)
{
    QLabel::resizeEvent(event);
    showFitting();
}

namespace {

using State = RecordingStatus::State;

constexpr int kPathLimit = 90;

QString bytesText(std::uint64_t bytes)
{
    return QLocale().formattedDataSize(static_cast<qint64>(bytes), 1);
}

QString markText(const RecordingStatus& status)
{
    switch (status.state) {
    case State::Off:
        return RecordingMark::tr("not recording");
    case State::Opening:
        return RecordingMark::tr("opening the history");
    case State::Recording:
        return RecordingMark::tr("recording, %1").arg(bytesText(status.bytes));
    case State::StandingBy:
        if (status.recordedBy && status.recordedBy->isThisProcess)
            return RecordingMark::tr("recorded by another window");
        return status.recordedBy
            ? RecordingMark::tr("recorded by process %1").arg(status.recordedBy->pid)
            : RecordingMark::tr("recorded by another program");
    case State::Failed:
        return RecordingMark::tr("recording fails");
    }
    return {};
}

QString stateText(const RecordingStatus& status)
{
    switch (status.state) {
    case State::Off:
        return RecordingMark::tr("Nothing of this deployment is recorded");
    case State::Opening:
        return RecordingMark::tr("The history is being read");
    case State::Recording:
        return RecordingMark::tr("This window records who holds which lock, and who waits");
    case State::StandingBy:
        if (status.recordedBy && status.recordedBy->isThisProcess)
            return RecordingMark::tr(
                "Another window of this program records; this one takes over when that ends");
        return status.recordedBy
            ? RecordingMark::tr("Process %1 records; this window takes over when that ends")
                  .arg(status.recordedBy->pid)
            : RecordingMark::tr("Another program records; this window takes over when that ends");
    case State::Failed:
        return RecordingMark::tr("Not recorded: %1")
            .arg(status.error ? errorText(*status.error) : QString());
    }
    return {};
}

QString costText(const RecordingStatus& status, const history::StoreOptions& options)
{
    const auto days = std::chrono::duration_cast<std::chrono::days>(options.age).count();
    QString text = options.place.isServer()
        ? RecordingMark::tr("In a database, kept for %1 days", "days").arg(days)
        : days == 1 ? RecordingMark::tr("%1, kept for a day", "size").arg(bytesText(status.bytes))
                    : RecordingMark::tr("%1, kept for %2 days, %3 at most", "size")
                          .arg(bytesText(status.bytes))
                          .arg(days)
                          .arg(bytesText(options.bytes));
    if (status.since)
        text = RecordingMark::tr("%1, since %2 UTC", "size and limits")
                   .arg(text, utcTime(*status.since).toString(u"yyyy-MM-dd HH:mm"_s));
    if (status.dropped > 0)
        text = RecordingMark::tr("%1; %L2 changes were too many to be written in time")
                   .arg(text)
                   .arg(status.dropped);
    return text;
}

} // namespace

RecordingMark::RecordingMark(
    Session& session, QSettings& settings, QMenu& menu, NoticeStack& notices, QWidget* parent)
    : QToolButton(parent)
    , m_session(session)
    , m_settings(settings)
    , m_menu(menu)
{
    setObjectName(u"recordingButton"_s);
    const HistoryRecorder* recorder = session.recorder();
    setVisible(recorder != nullptr);
    if (recorder == nullptr)
        return;
    setAutoRaise(true);
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setFocusPolicy(Qt::TabFocus);
    fillMenu();
    // setMenu() would draw an arrow over the text.
    connect(this, &QToolButton::clicked, &menu, [this] {
        const QSize size = m_menu.sizeHint();
        m_menu.popup(mapToGlobal(QPoint(width() - size.width(), -size.height())));
    });
    connect(recorder, &HistoryRecorder::statusChanged, this, &RecordingMark::showStatus);
    connect(recorder, &HistoryRecorder::noticed, &notices, [&notices](const QString& text) {
        notices.add({.glyph = Glyph::Warning, .tone = Tone::Notice, .text = text});
    });
    followSettings();
    showStatus();
}

void RecordingMark::fillMenu()
{
    m_menu.menuAction()->setEnabled(true);
    m_state = addInfo(u"recordingStateAction"_s);
    m_size = addInfo(u"recordingSizeAction"_s);
    m_file = addInfo(u"recordingFileAction"_s);
    m_menu.addSeparator();
    m_this = m_menu.addAction(tr("Record &this deployment"));
    m_this->setObjectName(u"recordThisAction"_s);
    m_all = m_menu.addAction(tr("Record &any deployment"));
    m_all->setObjectName(u"recordAllAction"_s);
    for (QAction* action : {m_this, m_all})
        action->setCheckable(true);
    connect(m_this, &QAction::triggered, this,
        [this](bool isWanted) { change(&RecordingSettings::isForThis, isWanted); });
    connect(m_all, &QAction::triggered, this,
        [this](bool isWanted) { change(&RecordingSettings::isForAll, isWanted); });
    m_menu.addSeparator();
    QAction* copy = m_menu.addAction(glyphIcon(Glyph::Copy), tr("&Copy the name of the file"));
    connect(copy, &QAction::triggered, this, [this] {
        QApplication::clipboard()->setText(
            QString::fromStdString(m_session.recorder()->options().place.text()));
    });
}

QAction* RecordingMark::addInfo(const QString& name)
{
    QAction* info = m_menu.addAction(QString());
    info->setObjectName(name);
    info->setEnabled(false);
    return info;
}

void RecordingMark::change(bool RecordingSettings::*which, bool isWanted)
{
    auto settings = RecordingSettings::load(m_settings, deployment());
    settings.*which = isWanted;
    settings.save(m_settings, deployment());
    for (const QWidget* window : QApplication::topLevelWidgets()) {
        for (auto* mark : window->findChildren<RecordingMark*>())
            mark->followSettings();
    }
}

void RecordingMark::followSettings()
{
    if (m_this == nullptr)
        return;
    const auto settings = RecordingSettings::load(m_settings, deployment());
    m_all->setChecked(settings.isForAll);
    m_this->setChecked(settings.isForThis);
    m_this->setEnabled(settings.isForAll);
    m_session.setRecorded(settings.isWanted());
}

void RecordingMark::showStatus()
{
    const HistoryRecorder& recorder = *m_session.recorder();
    const RecordingStatus& status = recorder.status();
    const history::Place& place = recorder.options().place;
    const QString where = safeText(place.text());
    setIcon(status.state == State::Failed ? glyphIcon(Glyph::Warning) : QIcon());
    setText(markText(status));
    m_state->setText(forButton(stateText(status), kPathLimit));
    m_size->setText(forButton(costText(status, recorder.options()), kPathLimit));
    m_size->setVisible(status.bytes > 0);
    m_file->setText(forButton(where, kPathLimit));
    QStringList lines{stateText(status)};
    if (status.bytes > 0)
        lines << costText(status, recorder.options());
    lines << where;
    if (!place.isServer())
        lines << tr("Only you may read the file.");
    setTip(*this, lines.join(u'\n'));
    setAccessibleName(tr("Recording: %1").arg(stateText(status)));
}

QString RecordingMark::deployment() const
{
    const history::Place& place = m_session.recorder()->options().place;
    return QString::fromStdString(place.isServer() ? place.schema : place.file.filename().string());
}

} // namespace lockkeeper::ui
