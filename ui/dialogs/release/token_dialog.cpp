// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/release/token_dialog.h"

#include "ui/models/words/words.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/screen_fit.h"

#include <QHBoxLayout>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {
namespace {

constexpr QSize kTokenDialogSize(660, 320);

} // namespace

TokenDialog::TokenDialog(const Resource& resource, std::vector<Choice> choices, QWidget* parent)
    : QDialog(parent)
    , m_list(new QListWidget(this))
    , m_go(new QPushButton(tr("Go on with this token\u2026"), this))
{
    setObjectName(u"tokenDialog"_s);
    setWindowTitle(tr("Which token of %1?").arg(safeText(resource.value())));
    m_list->setObjectName(u"tokenList"_s);
    m_list->setAccessibleName(tr("Tokens"));
    m_list->setWordWrap(true);
    m_list->setSpacing(4);
    m_go->setObjectName(u"goButton"_s);
    createLayout(safeText(resource.value()));
    // Initially none: the user must choose.
    connect(m_list, &QListWidget::itemSelectionChanged, this,
        [this] { m_go->setEnabled(token().has_value()); });
    connect(m_list, &QListWidget::itemActivated, this, [this](QListWidgetItem* item) {
        item->setSelected(true);
        accept();
    });
    connect(m_go, &QPushButton::clicked, this, &QDialog::accept);
    setChoices(std::move(choices));
    resizeOnScreen(*this, kTokenDialogSize);
    m_list->setFocus();
}

void TokenDialog::createLayout(const QString& resource)
{
    auto* cancel = new QPushButton(tr("Cancel"), this);
    cancel->setObjectName(u"cancelButton"_s);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_go);
    buttons->addStretch(1);
    buttons->addWidget(cancel);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 12);
    layout->setSpacing(8);
    layout->addWidget(wrappingLabel(
        tr("Masters store different tokens of %1. Each has a holder of its own: choose the one to "
           "look at.")
            .arg(resource),
        this));
    layout->addWidget(m_list, 1);
    layout->addLayout(buttons);
}

void TokenDialog::setChoices(std::vector<Choice> choices)
{
    const auto chosen = token();
    const QSignalBlocker blocker(m_list);
    m_choices = std::move(choices);
    const int count = static_cast<int>(m_choices.size());
    while (m_list->count() > count)
        delete m_list->takeItem(m_list->count() - 1);
    while (m_list->count() < count)
        m_list->addItem(QString());
    for (int row = 0; row < count; ++row) {
        const Choice& choice = m_choices[static_cast<std::size_t>(row)];
        m_list->item(row)->setText(choice.text);
        m_list->item(row)->setSelected(choice.token == chosen);
    }
    m_go->setEnabled(token().has_value());
}

std::optional<Fingerprint> TokenDialog::token() const
{
    const auto selected = m_list->selectedItems();
    if (selected.isEmpty())
        return std::nullopt;
    return m_choices[static_cast<std::size_t>(m_list->row(selected.first()))].token;
}

} // namespace lockkeeper::ui
