// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/connect/prefix_buttons.h"

#include "ui/models/words/check_words.h"
#include "ui/widgets/basics.h"
#include "ui/widgets/labels.h"

#include <QGridLayout>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {
namespace {

constexpr int kColumns = 2;
constexpr int kMostOffered = 6;

QString foundText(const check::KeySample& sample)
{
    if (sample.keys == 0)
        return PrefixButtons::tr("No keys were seen.");
    if (sample.prefixes.empty())
        return PrefixButtons::tr("The keys' names have no common beginnings.");
    return sample.isPartial
        ? PrefixButtons::tr("First %L1 keys seen; press a prefix to watch it:").arg(sample.keys)
        : PrefixButtons::tr("Keys seen: %L1; press a prefix to watch it:").arg(sample.keys);
}

} // namespace

PrefixButtons::PrefixButtons(QWidget* parent)
    : QWidget(parent)
    , m_found(captionLabel({}, this))
    , m_buttons(new QGridLayout)
{
    m_found->setObjectName(u"foundLabel"_s);
    m_buttons->setSpacing(4);
    auto* layout = boxLayout<QVBoxLayout>(this, {}, 4);
    layout->addWidget(m_found);
    layout->addLayout(m_buttons);
    hide();
}

void PrefixButtons::offer(const check::KeySample& sample, QWidget* before)
{
    while (const auto* item = m_buttons->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    m_found->setText(foundText(sample));
    const int count = std::min(static_cast<int>(sample.prefixes.size()), kMostOffered);
    for (int place = 0; place < count; ++place) {
        addButton(sample.prefixes[static_cast<std::size_t>(place)], place);
        QWidget* button = m_buttons->itemAt(place)->widget();
        if (before != nullptr)
            setTabOrder(before, button);
        before = button;
    }
    setVisible(sample.isAnyAnswered);
}

void PrefixButtons::addButton(const check::PrefixCount& prefix, int place)
{
    const QString text = prefixText(prefix);
    auto* button = new QPushButton(forButton(text, 34), this);
    nameWidget(*button, u"prefixButton%1"_s.arg(place), tr("Watch %1").arg(text));
    button->setAccessibleDescription(tr("Watches the keys that begin like this."));
    button->setAutoDefault(false);
    connect(button, &QPushButton::clicked, this,
        [this, pattern = prefix.pattern] { Q_EMIT chosen(pattern); });
    m_buttons->addWidget(button, place / kColumns, place % kColumns);
}

} // namespace lockkeeper::ui
