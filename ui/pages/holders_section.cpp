// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/holders_section.h"

#include "ui/models/words/entry_words.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/spoken.h"

#include <QListWidget>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

HoldersSection::HoldersSection(QWidget* parent)
    : QWidget(parent)
    , m_list(new QListWidget(this))
    , m_free(new QPushButton(tr("Free this one\u2026"), this))
{
    m_list->setObjectName(u"holderList"_s);
    m_list->setAccessibleName(tr("Holders"));
    m_list->setWordWrap(true);
    m_free->setObjectName(u"freeHolderButton"_s);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 8, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_list, 1);
    layout->addWidget(m_free, 0, Qt::AlignLeft);
    connect(m_list, &QListWidget::itemSelectionChanged, this, &HoldersSection::updateButton);
    connect(m_list, &QListWidget::itemActivated, m_free, [this] { m_free->click(); });
    connect(m_free, &QPushButton::clicked, this, [this] {
        if (const auto member = chosen())
            Q_EMIT freeRequested(*member);
    });
    updateButton();
}

void HoldersSection::setLock(const observe::LockEntry& entry)
{
    const std::vector<observe::Holder> holders = entry.members();
    const auto before = chosen();
    const QSignalBlocker blocker(m_list);
    m_members.clear();
    const int count = static_cast<int>(holders.size());
    while (m_list->count() > count)
        delete m_list->takeItem(m_list->count() - 1);
    while (m_list->count() < count)
        m_list->addItem(QString());
    for (int row = 0; row < count; ++row) {
        const observe::Holder& holder = holders[static_cast<std::size_t>(row)];
        m_members.push_back(*holder.member);
        m_list->item(row)->setText(memberText(holder));
        m_list->item(row)->setSelected(holder.member == before);
    }
    updateButton();
}

void HoldersSection::takeFocus()
{
    m_list->setFocus();
    if (m_list->currentRow() < 0)
        m_list->setCurrentRow(0, QItemSelectionModel::NoUpdate);
    if (m_list->count() == 1)
        m_list->item(0)->setSelected(true);
}

void HoldersSection::setWhyDisabled(const QString& why)
{
    m_whyDisabled = why;
    updateButton();
}

std::optional<Fingerprint> HoldersSection::chosen() const
{
    const auto selected = m_list->selectedItems();
    const auto row = selected.isEmpty() ? -1 : m_list->row(selected.first());
    return row >= 0 && static_cast<std::size_t>(row) < m_members.size()
        ? std::optional(m_members[static_cast<std::size_t>(row)])
        : std::nullopt;
}

void HoldersSection::updateButton()
{
    const QString why = !m_whyDisabled.isEmpty() ? m_whyDisabled
        : chosen()                               ? QString()
                                                 : tr("Choose the holder to free.");
    m_free->setEnabled(why.isEmpty());
    setTip(*m_free, why);
}

} // namespace lockkeeper::ui
