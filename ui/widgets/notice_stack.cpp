// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/notice_stack.h"

#include "ui/models/words/text_parts.h"
#include "ui/models/words/words.h"
#include "ui/widgets/basics.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/spoken.h"

#include <QAccessible>
#include <QEvent>
#include <QPushButton>
#include <algorithm>
#include <utility>
#include <vector>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

NoticeStack::NoticeStack(QWidget& window)
    : QWidget(&window)
    , m_window(window)
    , m_dismissAll(namedButton(tr("Dismiss all"), u"dismissAllButton"_s, this))
    , m_order(captionLabel({}, this))
    , m_next(namedButton(tr("Show others"), u"nextNoticesButton"_s, this))
{
    setObjectName(u"noticeStack"_s);
    m_order->setContentsMargins(12, 4, 12, 4);
    m_order->setObjectName(u"noticeOrderLabel"_s);
    auto* layout = boxLayout<QVBoxLayout>(this, {}, 1);
    connect(m_dismissAll, &QPushButton::clicked, this, &NoticeStack::dismissAll);
    connect(m_next, &QPushButton::clicked, this, [this] {
        m_first += kShown;
        arrange();
    });
    auto* last = boxLayout<QHBoxLayout>(nullptr, {0, 0, 12, 4});
    last->addWidget(m_order, 1);
    last->addStretch();
    last->addWidget(m_next);
    last->addWidget(m_dismissAll);
    layout->addLayout(last);
    window.installEventFilter(this);
    hide();
}

NoticeStack::Place NoticeStack::placeOf(const Line& line, int id)
{
    const bool isCalm = line.tone == Tone::Good || line.tone == Tone::Muted;
    return {line.isQuestion, line.tone == Tone::Bad ? 2 : isCalm ? 0 : 1, id};
}

int NoticeStack::add(const Line& line, const QString& buttonText)
{
    const int id = ++m_latest;
    auto* banner = new Banner(buttonText, this);
    connect(banner, &Banner::buttonClicked, this, [this, id] { Q_EMIT buttonClicked(id); });
    auto* others = banner->addButton({}, u"othersButton"_s);
    connect(others, &QPushButton::clicked, this, [this] {
        m_isUnfolded = !m_isUnfolded;
        arrange();
    });
    auto* close = banner->addButton(tr("Dismiss"), u"dismissButton"_s);
    connect(close, &QPushButton::clicked, this, [this, id] { dismiss(id); });
    m_lines[placeOf(line, id)] = banner;
    m_first = 0; // the new line may be the most urgent
    change(id, line);
    QAccessibleEvent alert(banner, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
    return id;
}

void NoticeStack::change(int id, const Line& line)
{
    const auto found = find(id);
    if (found == m_lines.end())
        return;
    const QString shown = forNotice(line.text);
    found->second->tell(line.glyph, line.tone, shown);
    found->second->setAccessibleName(line.text);
    setTip(*found->second, shown == line.text ? QString() : line.text);
    auto node = m_lines.extract(found);
    node.key() = placeOf(line, id);
    m_lines.insert(std::move(node));
    arrange();
}

std::map<NoticeStack::Place, Banner*, std::greater<>>::iterator NoticeStack::find(int id)
{
    return std::ranges::find_if(m_lines, [id](const auto& line) { return line.first.id == id; });
}

void NoticeStack::setButtonText(int id, const QString& text)
{
    if (const auto found = find(id); found != m_lines.end())
        found->second->setButtonText(text);
}

bool NoticeStack::eventFilter(QObject* watched, QEvent* event)
{
    const bool isLow = m_window.height() < kLow;
    if (watched == &m_window && event->type() == QEvent::Resize
        && std::exchange(m_isLow, isLow) != isLow)
        arrange();
    return QWidget::eventFilter(watched, event);
}

QStringList NoticeStack::texts() const
{
    QStringList texts;
    for (const auto& [place, banner] : m_lines)
        texts << banner->accessibleName();
    return texts;
}

void NoticeStack::dismiss(int id)
{
    const auto found = find(id);
    if (found == m_lines.end())
        return;
    found->second->hide();
    found->second->deleteLater();
    m_lines.erase(found);
    arrange();
    Q_EMIT dismissed(id);
}

void NoticeStack::dismissAll()
{
    std::vector<int> ids;
    for (const auto& [place, banner] : m_lines) {
        if (!place.isQuestion)
            ids.push_back(place.id);
    }
    for (const int id : ids)
        dismiss(id);
}

void NoticeStack::arrange()
{
    const bool isFolded = m_isLow && !m_isUnfolded;
    if (isFolded || m_first >= count())
        m_first = 0;
    const int end = m_first + (isFolded ? 1 : kShown);
    int place = 0;
    for (const auto& [key, banner] : m_lines) {
        if (layout()->indexOf(banner) != place)
            static_cast<QVBoxLayout*>(layout())->insertWidget(place, banner);
        auto* others = banner->findChild<QPushButton*>(u"othersButton"_s);
        others->setVisible(m_isLow && place == m_first && count() > 1);
        others->setText(isFolded ? moreText(count() - 1) : tr("Only this"));
        banner->setVisible(place >= m_first && place < end);
        ++place;
    }
    showOrder(isFolded);
    setVisible(count() > 0);
}

void NoticeStack::showOrder(bool isFolded)
{
    const auto others
        = std::ranges::count_if(m_lines, [](const auto& line) { return !line.first.isQuestion; });
    m_dismissAll->setVisible(!isFolded && others > 2);
    const bool areSeveralPages = count() > kShown;
    m_order->setText(areSeveralPages ? tr("Most urgent first, then newest: %1 to %2 of %3")
                                           .arg(m_first + 1)
                                           .arg(std::min(m_first + kShown, count()))
                                           .arg(count())
                                     : tr("Most urgent first, then newest"));
    m_order->setVisible(!isFolded && count() >= kShown);
    m_next->setVisible(!isFolded && areSeveralPages);
}

} // namespace lockkeeper::ui
