// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/recording_mark.h"

#include "ui/bridge/session.h"
#include "ui/look/glyphs.h"
#include "ui/models/words/words.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/notice_stack.h"

#include <QApplication>
#include <QClipboard>
#include <QLocale>
#include <QMenu>
#include <QSettings>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {
namespace {

using State = RecordingStatus::State;

/// A path in a menu is cut in its middle beyond this.
constexpr int kPathLimit = 90;

QString bytesText(std::uint64_t bytes)
{
    return QLocale().formattedDataSize(static_cast<qint64>(bytes), 1);
}

/// A few words for the button.
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
        return RecordingMark::tr("recorded by another program");
    case State::Failed:
        return RecordingMark::tr("recording fails");
    }
    return {};
}

/// The same in a sentence.
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
        return RecordingMark::tr(
            "Another program or window records; this one takes over when that ends");
    case State::Failed:
        return RecordingMark::tr("Not recorded: %1")
            .arg(status.error ? errorText(*status.error) : QString());
    }
    return {};
}

QString costText(const RecordingStatus& status, const history::StoreOptions& options)
{
    const auto days = std::chrono::duration_cast<std::chrono::days>(options.age).count();
    QString text = days == 1
        ? RecordingMark::tr("%1, kept for a day", "size").arg(bytesText(status.bytes))
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

RecordingMark::RecordingMark(const Parts& parts, QWidget* parent)
    : QToolButton(parent)
    , m_parts(parts)
{
    setObjectName(u"recordingButton"_s);
    const HistoryRecorder* recorder = parts.session.recorder();
    setVisible(recorder != nullptr);
    if (recorder == nullptr)
        return;
    setAutoRaise(true);
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setFocusPolicy(Qt::TabFocus);
    fillMenu();
    // Not by setMenu(), whose arrow covers the end of the text.
    connect(this, &QToolButton::clicked, &m_parts.menu, [this] {
        const QSize size = m_parts.menu.sizeHint();
        m_parts.menu.popup(mapToGlobal(QPoint(width() - size.width(), -size.height())));
    });
    connect(recorder, &HistoryRecorder::statusChanged, this, &RecordingMark::showStatus);
    connect(recorder, &HistoryRecorder::noticed, this, [this](const QString& text) {
        m_parts.notices.add({.glyph = Glyph::Warning, .tone = Tone::Notice, .text = text});
    });
    followSettings();
    showStatus();
}

void RecordingMark::fillMenu()
{
    QMenu& menu = m_parts.menu;
    menu.menuAction()->setEnabled(true);
    m_state = addInfo(u"recordingStateAction"_s);
    m_size = addInfo(u"recordingSizeAction"_s);
    m_file = addInfo(u"recordingFileAction"_s);
    menu.addSeparator();
    m_this = menu.addAction(tr("Record &this deployment"));
    m_this->setObjectName(u"recordThisAction"_s);
    m_all = menu.addAction(tr("Record &any deployment"));
    m_all->setObjectName(u"recordAllAction"_s);
    for (QAction* action : {m_this, m_all})
        action->setCheckable(true);
    connect(m_this, &QAction::triggered, this,
        [this](bool isWanted) { change(&RecordingSettings::isForThis, isWanted); });
    connect(m_all, &QAction::triggered, this,
        [this](bool isWanted) { change(&RecordingSettings::isForAll, isWanted); });
    menu.addSeparator();
    QAction* copy = menu.addAction(glyphIcon(Glyph::Copy), tr("&Copy the name of the file"));
    connect(copy, &QAction::triggered, this, [this] {
        QApplication::clipboard()->setText(
            QString::fromStdString(m_parts.session.recorder()->options().file.string()));
    });
}

QAction* RecordingMark::addInfo(const QString& name)
{
    QAction* info = m_parts.menu.addAction(QString());
    info->setObjectName(name);
    info->setEnabled(false);
    return info;
}

void RecordingMark::change(bool RecordingSettings::*which, bool isWanted)
{
    auto settings = RecordingSettings::load(m_parts.settings, deployment());
    settings.*which = isWanted;
    settings.save(m_parts.settings, deployment());
    for (const QWidget* window : QApplication::topLevelWidgets()) {
        for (auto* mark : window->findChildren<RecordingMark*>())
            mark->followSettings();
    }
}

void RecordingMark::followSettings()
{
    if (m_this == nullptr)
        return;
    const auto settings = RecordingSettings::load(m_parts.settings, deployment());
    m_all->setChecked(settings.isForAll);
    m_this->setChecked(settings.isForThis);
    m_this->setEnabled(settings.isForAll);
    m_parts.session.setRecorded(settings.isWanted());
}

void RecordingMark::showStatus()
{
    const HistoryRecorder& recorder = *m_parts.session.recorder();
    const RecordingStatus& status = recorder.status();
    const QString file = safeText(recorder.options().file.string());
    setIcon(status.state == State::Failed ? glyphIcon(Glyph::Warning) : QIcon());
    setText(markText(status));
    m_state->setText(forButton(stateText(status), kPathLimit));
    m_size->setText(forButton(costText(status, recorder.options()), kPathLimit));
    m_size->setVisible(status.bytes > 0);
    m_file->setText(forButton(file, kPathLimit));
    QStringList lines{stateText(status)};
    if (status.bytes > 0)
        lines << costText(status, recorder.options());
    lines << file << tr("Only you may read the file.");
    setToolTip(toolTipText(lines.join(u'\n')));
    setAccessibleName(tr("Recording: %1").arg(stateText(status)));
}

/// What the setting of this deployment is kept under.
QString RecordingMark::deployment() const
{
    return QString::fromStdString(m_parts.session.recorder()->options().file.filename().string());
}

} // namespace lockkeeper::ui
