// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/prompter.h"

#include "ui/widgets/basics.h"
#include "ui/widgets/edge_frame.h"
#include "ui/widgets/labels.h"

#include <QApplication>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>
#include <QStandardPaths>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

namespace {
constexpr int kLeastWidth = 440;
const auto kFolder = u"files/folder"_s;
} // namespace

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

std::optional<int> DialogPrompter::choose(const Question& question, const Choices& choices)
{
    QDialog dialog(QApplication::activeWindow());
    dialog.setObjectName(u"chooseDialog"_s);
    dialog.setWindowTitle(question.title);
    auto* box = new QComboBox;
    box->addItems(choices.texts);
    box->setCurrentIndex(choices.first);
    box->setPlaceholderText(QObject::tr("Choose\u2026"));
    auto* caption = new QLabel(choices.caption);
    caption->setTextFormat(Qt::PlainText);
    caption->setBuddy(box);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    auto* deed = buttons->addButton(forButton(question.deed), QDialogButtonBox::AcceptRole);
    deed->setEnabled(choices.first >= 0);
    QObject::connect(box, &QComboBox::currentIndexChanged, deed,
        [deed](int chosen) { deed->setEnabled(chosen >= 0); });
    QObject::connect(buttons, &QDialogButtonBox::accepted, &dialog, &QDialog::accept);
    QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    auto* row = new QHBoxLayout;
    row->addWidget(caption);
    row->addWidget(box, 1);
    auto* layout = dialogBox(&dialog, 16, kLeastWidth);
    layout->addWidget(titleLabel(question.title));
    layout->addWidget(wrappingLabel(question.text));
    layout->addLayout(row);
    layout->addStretch(1);
    layout->addWidget(buttons);
    box->setFocus();
    if (dialog.exec() != QDialog::Accepted)
        return std::nullopt;
    return box->currentIndex();
}

void DialogPrompter::tell(const QString& title, const QList<Fact>& facts)
{
    QDialog dialog(QApplication::activeWindow());
    dialog.setObjectName(u"factsDialog"_s);
    dialog.setWindowTitle(title);
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(4);
    grid->setColumnStretch(1, 1);
    for (const Fact& fact : facts) {
        const int row = grid->rowCount();
        grid->addWidget(captionLabel(fact.name), row, 0);
        grid->addWidget(wrappingLabel(fact.text), row, 1);
    }
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    auto* layout = dialogBox(&dialog, 16, kLeastWidth);
    layout->addWidget(titleLabel(title));
    layout->addLayout(grid);
    layout->addStretch(1);
    layout->addWidget(buttons);
    dialog.exec();
}

QString DialogPrompter::chooseFile(const FileQuestion& question)
{
    QFileDialog dialog(QApplication::activeWindow(), question.title, folderForFiles(m_settings));
    dialog.setObjectName(u"fileDialog"_s);
    dialog.setAcceptMode(question.isToRead ? QFileDialog::AcceptOpen : QFileDialog::AcceptSave);
    dialog.setFileMode(question.isToRead ? QFileDialog::ExistingFile : QFileDialog::AnyFile);
    dialog.setNameFilters(question.filters);
    dialog.selectFile(question.suggestedName);
    dialog.setDefaultSuffix(QFileInfo(question.suggestedName).suffix());
    QObject::connect(&dialog, &QFileDialog::filterSelected, &dialog, [&](const QString& filter) {
        dialog.setDefaultSuffix(filter.section(u"*."_s, 1).chopped(1));
    });
    if (dialog.exec() != QDialog::Accepted)
        return {};
    m_settings.setValue(kFolder, dialog.directory().absolutePath());
    return dialog.selectedFiles().value(0);
}

QString folderForFiles(const QSettings& settings)
{
    // QFileDialog replaces a missing folder by the working directory.
    for (const QString& folder : {settings.value(kFolder).toString(),
             QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation)}) {
        if (!folder.isEmpty() && QFileInfo(folder).isDir())
            return folder;
    }
    return QDir::homePath();
}

} // namespace lockkeeper::ui
