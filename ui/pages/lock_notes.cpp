// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/lock_notes.h"

#include "ui/models/locks/lock_table.h"
#include "ui/models/locks/problem_list.h"
#include "ui/widgets/banner.h"

#include <QEvent>
#include <QHeaderView>
#include <QTableView>
#include <QVBoxLayout>
#include <QWidget>
#include <algorithm>

class QTableView;
class QVBoxLayout;

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

class Banner;

/// Banners over the bottom of pages, so that nothing moves. A table whose rows reach down there
/// ends above them.
class FloatingNotes final : public QWidget {
    Q_OBJECT
public:
    /// `over` owns it and has `table` on a page.
    FloatingNotes(QWidget& over, const QTableView& table);

    /// Above the others, hidden. `buttonText` may be empty.
    [[nodiscard]] Banner* add(const QString& name, const QString& buttonText);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void place();
    [[nodiscard]] bool wouldCoverRows(int height) const;

    QWidget& m_over;
    const QTableView& m_table;
    QVBoxLayout* m_layout;
    QList<Banner*> m_banners;
};

namespace {

constexpr int kNoteMargin = 10; ///< around the banners
constexpr int kTightMargin = 3; ///< where rows need the space

} // namespace

FloatingNotes::FloatingNotes(QWidget& over, const QTableView& table)
    : QWidget(&over)
    , m_over(over)
    , m_table(table)
    , m_layout(new QVBoxLayout(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(8);
    over.installEventFilter(this);
    hide();
}

Banner* FloatingNotes::add(const QString& name, const QString& buttonText)
{
    auto* banner = new Banner(buttonText, this);
    banner->setObjectName(name);
    banner->installEventFilter(this);
    m_layout->insertWidget(0, banner);
    m_banners << banner;
    return banner;
}

bool FloatingNotes::eventFilter(QObject* watched, QEvent* event)
{
    const QEvent::Type type = event->type();
    if (watched == &m_over ? type == QEvent::Resize
                           : type == QEvent::ShowToParent || type == QEvent::HideToParent
                || type == QEvent::LayoutRequest)
        place();
    return QWidget::eventFilter(watched, event);
}

void FloatingNotes::place()
{
    int wanted = 0;
    for (const Banner* banner : std::as_const(m_banners)) {
        if (!banner->isHidden())
            wanted = std::max(wanted, banner->oneLineWidth());
    }
    setVisible(wanted > 0);
    if (wanted == 0)
        return m_over.setContentsMargins({});
    m_layout->activate();
    const int width = std::min(wanted, m_over.width() - 2 * kNoteMargin);
    const int height = m_layout->totalHeightForWidth(width);
    const bool isTight = wouldCoverRows(height + 2 * kNoteMargin);
    const int margin = isTight ? kTightMargin : kNoteMargin;
    m_over.setContentsMargins(0, 0, 0, isTight ? height + 2 * margin : 0);
    setGeometry((m_over.width() - width) / 2, m_over.height() - height - margin, width, height);
    raise();
}

bool FloatingNotes::wouldCoverRows(int height) const
{
    const int rows = m_table.verticalHeader()->length() + m_table.horizontalHeader()->height();
    return rows > m_over.height() - height;
}

namespace {

/// Complains after a pause in typing.
constexpr std::chrono::milliseconds kTyping{700};

} // namespace

LockNotes::LockNotes(
    QWidget& over, const QTableView& table, LockTable& locks, ProblemList& problems)
    : QObject(&over)
    , m_locks(locks)
    , m_problems(problems)
    , m_notes(new FloatingNotes(over, table))
    , m_pause(m_notes->add(u"pauseBanner"_s, tr("Resume")))
    , m_complaint(m_notes->add(u"complaintBanner"_s, {}))
    , m_hidden(m_notes->add(u"hiddenBanner"_s, tr("Show all")))
    , m_waiting(m_notes->add(u"waitingBanner"_s, tr("Show")))
{
    m_typing.setSingleShot(true);
    m_typing.setInterval(kTyping);
    connect(&m_typing, &QTimer::timeout, this, &LockNotes::showComplaint);
    connect(m_pause, &Banner::buttonClicked, this, &LockNotes::resumeRequested);
    connect(m_hidden, &Banner::buttonClicked, this, &LockNotes::clearFilterRequested);
    connect(m_waiting, &Banner::buttonClicked, &locks, &LockTable::applyWaiting);
    connect(m_waiting, &Banner::buttonClicked, &problems, &ProblemList::applyWaiting);
    connect(&problems, &ProblemList::changed, this, &LockNotes::showWaiting);
    connect(&locks, &LockTable::waitingChanged, this, &LockNotes::showWaiting);
    connect(&locks, &LockTable::rowsArranged, this, &LockNotes::showHidden);
    connect(&locks.locks(), &LockStore::countsChanged, this, &LockNotes::showHidden);
    connect(&locks, &LockTable::filterChanged, this, [this] {
        m_complaint->hide();
        m_typing.start();
    });
}

void LockNotes::setPaused(bool isPaused)
{
    m_pause->setVisible(isPaused);
    if (isPaused) {
        m_pause->tell(Glyph::Pause, Tone::Notice,
            tr("Paused: rows keep their place and none leaves. Values and countdowns go on."));
    }
}

void LockNotes::setFilterOld(bool isOld)
{
    m_isFilterOld = isOld;
    showHidden();
}

void LockNotes::showWaiting()
{
    const int count = m_locks.waitingCount() + m_problems.waitingCount();
    m_waiting->setVisible(count > 0);
    if (count > 0) {
        m_waiting->tell(Glyph::Info, Tone::Notice,
            count == 1 ? tr("1 change waiting") : tr("%L1 changes waiting").arg(count));
    }
}

void LockNotes::showComplaint()
{
    const QString& complaint = m_locks.wantedFilter().complaint();
    if (!complaint.isEmpty())
        m_complaint->tell(Glyph::Warning, Tone::Notice, complaint);
}

void LockNotes::showHidden()
{
    const auto [hidden, stale] = m_isFilterOld ? m_locks.hiddenCounts() : LockTable::HiddenCounts();
    m_hidden->setVisible(hidden > 0);
    if (hidden == 0)
        return;
    m_hidden->tell(Glyph::Info, Tone::Notice,
        stale == 0
            ? tr("The filter is from last time: %L1 hidden, none of them stale").arg(hidden)
            : tr("The filter is from last time: %L1 hidden, %L2 stale").arg(hidden).arg(stale));
}

} // namespace lockkeeper::ui

#include "lock_notes.moc"
