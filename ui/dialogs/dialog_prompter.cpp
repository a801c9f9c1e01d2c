// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/dialog_prompter.h"

#include "ui/widgets/edge_frame.h"
#include "ui/widgets/labels.h"

#include <QApplication>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QMessageBox>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

bool DialogPrompter::confirm(const Question& question)
{
    QMessageBox box(QApplication::activeWindow());
    box.setObjectName(u"confirmMessageBox"_s);
    box.setIcon(QMessageBox::Question);
    box.setTextFormat(Qt::PlainText);
    box.setWindowTitle(question.title);
    box.setText(question.text);
    if (!question.warning.isEmpty())
        new EdgeFrame(box, question.warning);
    const QAbstractButton* deed = box.addButton(forButton(question.deed), QMessageBox::AcceptRole);
    box.setDefaultButton(box.addButton(QMessageBox::Cancel));
    box.exec();
    return box.clickedButton() == deed;
}

void DialogPrompter::tell(const QString& title, const QList<Fact>& facts)
{
    QDialog dialog(QApplication::activeWindow());
    dialog.setObjectName(u"factsDialog"_s);
    dialog.setWindowTitle(title);
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(18);
    grid->setVerticalSpacing(5);
    grid->setColumnStretch(1, 1);
    for (const Fact& fact : facts) {
        const int row = grid->rowCount();
        grid->addWidget(captionLabel(fact.name), row, 0);
        grid->addWidget(wrappingLabel(fact.text), row, 1);
    }
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    auto* layout = new QVBoxLayout(&dialog);
    layout->setContentsMargins(18, 16, 18, 14);
    layout->setSpacing(14);
    layout->addWidget(titleLabel(title));
    layout->addLayout(grid);
    layout->addStretch(1);
    layout->addWidget(buttons);
    dialog.setMinimumWidth(440);
    dialog.exec();
}

} // namespace lockkeeper::ui
