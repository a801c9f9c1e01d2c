// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/lock_filter_bar.h"

#include "ui/look/glyphs.h"
#include "ui/models/locks/lock_table.h"
#include "ui/models/words/words.h"
#include "ui/widgets/basics.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/spoken.h"

#include <QAbstractItemView>
#include <QAction>
#include <QCompleter>
#include <QKeyEvent>
#include <QLineEdit>
#include <QLocale>
#include <QPainter>
#include <QPushButton>
#include <QStringListModel>
#include <algorithm>

class QLineEdit;

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

class Chip final : public QPushButton {
    Q_OBJECT
public:
    Chip(LockShape shape, Tone tone, QWidget* parent = nullptr);

    /// `isKnown`: false if more may exist.
    void setContent(const QString& title, int count, bool isKnown = true);
    [[nodiscard]] int count() const noexcept { return m_count; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] QFont countFont() const
    {
        QFont bold = font();
        bold.setBold(true);
        return bold;
    }

    LockShape m_shape;
    Tone m_tone;
    QString m_title;
    QString m_number;
    int m_count = 0;
};

namespace {

constexpr int kChipMargin = 11;
constexpr int kChipGap = 6;
constexpr int kChipSign = 12;
constexpr int kChipHeight = 24;

} // namespace

Chip::Chip(LockShape shape, Tone tone, QWidget* parent)
    : QPushButton(parent)
    , m_shape(shape)
    , m_tone(tone)
{
    setCheckable(true);
    setAutoDefault(false);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void Chip::setContent(const QString& title, int count, bool isKnown)
{
    const QString number = isKnown || count > 0 ? QLocale().toString(count) : u"?"_s;
    if (title == m_title && number == m_number)
        return;
    m_title = title;
    m_count = count;
    m_number = number;
    setText(tr("%1 %2", "the title of a chip, its count").arg(title, m_number));
    updateGeometry();
    update();
}

QSize Chip::sizeHint() const
{
    // Equally wide for any number of so many digits.
    const QString widest(m_number.size(), u'0');
    return {2 * kChipMargin + kChipSign + 2 * kChipGap + fontMetrics().horizontalAdvance(m_title)
            + QFontMetrics(countFont()).horizontalAdvance(widest),
        std::max(kChipHeight, fontMetrics().height() + 8)};
}

void Chip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool isDim = m_count == 0 && !isChecked();
    const QPalette& colours = palette();
    const double radius = height() / 2.0;
    const bool isMarked = hasFocus();
    painter.setBrush(colours.color(isChecked() ? QPalette::Highlight
            : underMouse() && isEnabled()      ? QPalette::Button
                                               : QPalette::Window));
    painter.setPen(QPen(
        colours.color(isMarked || isChecked() ? QPalette::Link : QPalette::Mid), isMarked ? 2 : 1));
    const double inset = isMarked ? 1 : 0.5;
    painter.drawRoundedRect(QRectF(rect()).adjusted(inset, inset, -inset, -inset), radius, radius);
    painter.setPen(Qt::NoPen);
    drawShape(painter, QRectF(kChipMargin, (height() - kChipSign) / 2.0, kChipSign, kChipSign),
        m_shape, toneColour(isDim ? Tone::Muted : m_tone, colours));
    painter.setPen(colours.color(isDim ? QPalette::PlaceholderText : QPalette::WindowText));
    QRect text = rect().adjusted(kChipMargin + kChipSign + kChipGap, 0, -kChipMargin, 0);
    painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, m_title);
    text.setLeft(text.left() + fontMetrics().horizontalAdvance(m_title) + kChipGap);
    painter.setFont(countFont());
    painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, m_number);
}

class FilterCompleter final : public QObject {
    Q_OBJECT
public:
    explicit FilterCompleter(QLineEdit& edit);

    void setWords(const QStringList& words) { m_words.setStringList(words); }
    [[nodiscard]] bool isChoosing() const
    {
        const QAbstractItemView& popup = *m_completer.popup();
        return popup.isVisible() && popup.currentIndex().isValid();
    }

Q_SIGNALS:
    void completed();

private:
    void offer();
    void insert(const QString& word);
    [[nodiscard]] qsizetype startOfWord() const
    {
        const QString text = m_edit.text();
        qsizetype start = m_edit.cursorPosition();
        while (start > 0 && !text[start - 1].isSpace())
            --start;
        const bool isNegated = start < m_edit.cursorPosition() && text[start] == u'-';
        return isNegated ? start + 1 : start;
    }

    QLineEdit& m_edit;
    QStringListModel m_words;
    QCompleter m_completer;
};

namespace {

/// One character matches most words.
constexpr qsizetype kShortest = 2;

} // namespace

FilterCompleter::FilterCompleter(QLineEdit& edit)
    : QObject(&edit)
    , m_edit(edit)
{
    m_completer.setModel(&m_words);
    m_completer.setWidget(&edit);
    m_completer.setCaseSensitivity(Qt::CaseInsensitive);
    m_completer.setFilterMode(Qt::MatchContains);
    m_completer.setCompletionMode(QCompleter::PopupCompletion);
    connect(&edit, &QLineEdit::textEdited, this, &FilterCompleter::offer);
    connect(&m_completer, qOverload<const QString&>(&QCompleter::activated), this,
        &FilterCompleter::insert);
}

void FilterCompleter::offer()
{
    const qsizetype start = startOfWord();
    const QString word = m_edit.text().sliced(start, m_edit.cursorPosition() - start);
    m_completer.setCompletionPrefix(word);
    const bool isUseful = word.size() >= kShortest && m_completer.completionCount() > 0
        && m_completer.currentCompletion().compare(word, Qt::CaseInsensitive) != 0;
    if (isUseful)
        m_completer.complete();
    else
        m_completer.popup()->hide();
}

void FilterCompleter::insert(const QString& word)
{
    const qsizetype start = startOfWord();
    const QString text = m_edit.text();
    const bool isWhole = !word.endsWith(u':') && !word.endsWith(u'>') && !word.endsWith(u'<');
    const QString rest = text.sliced(m_edit.cursorPosition()).trimmed();
    const QString before = text.first(start) + word + (isWhole ? u" "_s : QString());
    m_edit.setText(before + rest);
    m_edit.setCursorPosition(static_cast<int>(before.size()));
    Q_EMIT completed();
}

LockFilterBar::LockFilterBar(LockTable& locks, QWidget* parent)
    : QWidget(parent)
    , m_locks(locks)
    , m_filter(new QLineEdit(this))
    , m_completer(new FilterCompleter(*m_filter))
    , m_warning(m_filter->addAction(glyphIcon(Glyph::Warning), QLineEdit::TrailingPosition))
    , m_stale(createChip(u"staleButton"_s, tr("Only locks with evidence that they are stale"),
          LockShape::Stale, Tone::Notice))
    , m_deadlock(createChip(u"deadlockButton"_s, tr("Only locks whose holders wait for each other"),
          LockShape::Deadlock, Tone::Bad))
    , m_neverExpires(createChip(
          u"neverExpiresButton"_s, tr("Only locks without a TTL"), LockShape::Stale, Tone::Notice))
    , m_split(createChip(
          u"splitButton"_s, tr("Only locks whose masters disagree"), LockShape::Split, Tone::Bad))
    , m_group(new QPushButton(tr("Group"), this))
    , m_pause(new QPushButton(this))
    , m_acquire(new QPushButton(tr("Acquire\u2026"), this))
    , m_count(plainLabel({}, this))
{
    m_acquire->setObjectName(u"acquireButton"_s);
    m_pause->setObjectName(u"pauseButton"_s);
    m_group->setObjectName(u"groupButton"_s);
    setTip(*m_group, tr("Group the locks by what they have in common"));
    m_count->setObjectName(u"countLabel"_s);
    m_count->setForegroundRole(QPalette::PlaceholderText);
    createFilter();
    createLayout();
    connectFilter();
    connectSignals();
    showCounts();
    setPaused(false);
}

void LockFilterBar::createFilter()
{
    m_filter->setObjectName(u"filterLineEdit"_s);
    m_filter->setPlaceholderText(tr("Filter: orders:*  stale  host:web-3  held>1h"));
    m_filter->setAccessibleName(tr("Filter"));
    m_filter->setClearButtonEnabled(true);
    m_filter->installEventFilter(this);
    m_warning->setObjectName(u"filterWarning"_s);
    m_warning->setVisible(false);
    m_completer->setWords(FilterParser::knownWords());
}

Chip* LockFilterBar::createChip(
    const QString& name, const QString& hint, LockShape shape, Tone tone)
{
    auto* chip = new Chip(shape, tone, this);
    chip->setObjectName(name);
    setTip(*chip, hint);
    return chip;
}

void LockFilterBar::createLayout()
{
    auto* layout = boxLayout<QHBoxLayout>(this, {12, 8, 12, 8}, 8);
    layout->addWidget(m_filter, 1);
    layout->addSpacing(4);
    for (const Toggle& toggle : toggles())
        layout->addWidget(toggle.button);
    layout->addStretch(0);
    layout->addSpacing(8);
    layout->addWidget(m_count);
    layout->addSpacing(8);
    layout->addWidget(m_group);
    layout->addWidget(m_pause);
    layout->addWidget(m_acquire);
    m_pause->setCheckable(true);
    m_pause->setAutoDefault(false);
    setTip(*m_pause, tr("Hold the order of the rows (Space)"));
    m_filter->setMinimumWidth(150);
    m_filter->setMaximumWidth(380);
}

std::array<LockFilterBar::Toggle, 4> LockFilterBar::toggles() const
{
    return {{{m_stale, FilterState::Stale}, {m_deadlock, FilterState::Deadlock},
        {m_neverExpires, FilterState::Never}, {m_split, FilterState::Split}}};
}

void LockFilterBar::connectFilter()
{
    connect(m_filter, &QLineEdit::textChanged, &m_locks, &LockTable::setFilter);
    connect(m_filter, &QLineEdit::textChanged, this, &LockFilterBar::showFilter);
    connect(m_filter, &QLineEdit::textEdited, this, &LockFilterBar::filterEdited);
    connect(m_completer, &FilterCompleter::completed, this, &LockFilterBar::filterEdited);
    // The completer passes Return on.
    connect(m_filter, &QLineEdit::returnPressed, this, [this] {
        if (!m_completer->isChoosing())
            Q_EMIT tableWanted();
    });
    connect(&m_locks, &LockTable::wordsSeen, m_completer, &FilterCompleter::setWords);
    for (const Toggle& toggle : toggles()) {
        connect(toggle.button, &QPushButton::clicked, this, [this, toggle](bool isOn) {
            editFilter(LockFilter::with(m_filter->text(), toggle.state, isOn));
        });
    }
}

void LockFilterBar::editFilter(const QString& text)
{
    m_filter->setText(text);
    Q_EMIT filterEdited();
}

void LockFilterBar::showFilter()
{
    const LockFilter& filter = m_locks.wantedFilter();
    for (const Toggle& toggle : toggles())
        toggle.button->setChecked(filter.has(toggle.state));
    const QString& complaint = filter.complaint();
    m_warning->setVisible(!complaint.isEmpty());
    m_warning->setToolTip(toolTipText(complaint));
    m_filter->setAccessibleDescription(complaint);
}

void LockFilterBar::connectSignals()
{
    connect(m_pause, &QPushButton::clicked, this, &LockFilterBar::pauseToggled);
    connect(m_acquire, &QPushButton::clicked, this, &LockFilterBar::acquireRequested);
    connect(&m_locks.locks(), &LockStore::countsChanged, this, &LockFilterBar::showCounts);
    connect(&m_locks, &LockTable::rowsArranged, this, &LockFilterBar::showCounts);
}

void LockFilterBar::setWaitsKnown(bool areWaitsKnown)
{
    if (std::exchange(m_areWaitsKnown, areWaitsKnown) != areWaitsKnown)
        showCounts();
}

void LockFilterBar::showCounts()
{
    const LockStore& locks = m_locks.locks();
    m_stale->setContent(tr("Stale"), locks.staleCount());
    m_deadlock->setContent(tr("Deadlock"), locks.deadlockedCount(), m_areWaitsKnown);
    m_split->setContent(tr("Split"), locks.splitCount());
    const int all = locks.lockCount();
    const int shown = m_locks.lockCount(); // includes gone locks
    if (!m_locks.wantedFilter().isEmpty())
        m_count->setText(tr("%L1 of %L2 locks").arg(shown).arg(std::max(all, shown)));
    else
        m_count->setText(all == 1 ? tr("1 lock") : tr("%L1 locks").arg(all));
    fit();
}

void LockFilterBar::fit()
{
    const auto isTooWide = [this] { return layout()->minimumSize().width() > width(); };
    m_acquire->show();
    hideEmptyChips(false);
    setCompact(false);
    if (isTooWide())
        setCompact(true);
    if (isTooWide())
        hideEmptyChips(true);
    if (isTooWide())
        m_acquire->hide();
}

void LockFilterBar::setCompact(bool isCompact)
{
    const int unending = m_locks.locks().neverExpiresCount();
    m_neverExpires->setContent(isCompact ? tr("No TTL") : tr("Never expires"), unending);
    m_pause->setText(isCompact ? QString() : m_pause->accessibleName());
    m_count->setHidden(isCompact);
    m_group->setHidden(isCompact || m_group->menu() == nullptr);
}

void LockFilterBar::hideEmptyChips(bool areHidden)
{
    for (const Toggle& toggle : toggles())
        toggle.button->setHidden(
            areHidden && toggle.button->count() == 0 && !toggle.button->isChecked());
}

void LockFilterBar::setGroupMenu(QMenu& menu)
{
    m_group->setMenu(&menu);
    fit();
}

void LockFilterBar::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fit();
}

void LockFilterBar::focusFilter()
{
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_locks.setFilterExpected(true); // the focus may be older than the rows
    m_filter->selectAll();
}

void LockFilterBar::setPaused(bool isPaused)
{
    m_pause->setChecked(isPaused);
    m_pause->setIcon(glyphIcon(isPaused ? Glyph::Play : Glyph::Pause));
    m_pause->setAccessibleName(isPaused ? tr("Resume") : tr("Pause"));
    fit();
}

void LockFilterBar::setReadOnly(bool isReadOnly, const QString& refusal)
{
    m_acquire->setEnabled(!isReadOnly);
    setTip(*m_acquire, isReadOnly ? readOnlyHint(refusal) : QString());
}

QString LockFilterBar::filterText() const
{
    return m_filter->text();
}

void LockFilterBar::setFilterText(const QString& text)
{
    m_filter->setText(text);
}

bool LockFilterBar::eventFilter(QObject* watched, QEvent* event)
{
    const bool isFocusIn = event->type() == QEvent::FocusIn;
    if (watched == m_filter && (isFocusIn || event->type() == QEvent::FocusOut))
        m_locks.setFilterExpected(isFocusIn);
    if (watched == m_filter && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Escape) {
            editFilter({});
            return true;
        }
        if (key == Qt::Key_Down) {
            Q_EMIT tableWanted();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace lockkeeper::ui

#include "lock_filter_bar.moc"
