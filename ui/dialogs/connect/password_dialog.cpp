// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/connect/password_dialog.h"

#include "ui/widgets/form.h"
#include "ui/widgets/labels.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

PasswordDialog::PasswordDialog(const Subject& subject, QWidget* parent)
    : QDialog(parent)
    , m_user(new QLineEdit(subject.user, this))
    , m_password(new QLineEdit(this))
    , m_forAll(new QCheckBox(
          tr("&Try it at the other masters that ask for one, too (%1)").arg(subject.others), this))
    , m_keep(new QCheckBox(tr("&Remember it in the desktop's keychain"), this))
{
    setObjectName(u"passwordDialog"_s);
    setWindowTitle(tr("Password for %1").arg(subject.deployment));
    auto* buttons = new QDialogButtonBox(this);
    auto* login = buttons->addButton(tr("Log in"), QDialogButtonBox::AcceptRole);
    login->setObjectName(u"loginButton"_s);
    login->setDefault(true);
    buttons->addButton(QDialogButtonBox::Cancel);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(12);
    layout->addWidget(titleLabel(tr("A master asks for a password"), TextSize::Title, this));
    auto* reason = wrappingLabel(subject.reason, this);
    reason->setObjectName(u"reasonLabel"_s);
    layout->addWidget(reason);
    layout->addLayout(createForm(subject));
    layout->addWidget(captionLabel(
        tr("Kept in memory until the window is closed, and never written to a file."), this));
    layout->addStretch(1);
    layout->addWidget(buttons);
    setMinimumWidth(440);
    m_password->setFocus();
}

QLayout* PasswordDialog::createForm(const Subject& subject)
{
    m_user->setObjectName(u"userLineEdit"_s);
    m_user->setAccessibleName(tr("User"));
    m_user->setAccessibleDescription(tr("Empty: the default user"));
    m_user->setPlaceholderText(tr("default"));
    m_password->setObjectName(u"passwordLineEdit"_s);
    m_password->setAccessibleName(tr("Password"));
    m_password->setAccessibleDescription(
        tr("Kept in memory until the window is closed, and never written to a file"));
    m_password->setEchoMode(QLineEdit::Password);
    auto* form = new Form;
    form->addRow(tr("&User"), m_user);
    form->addRow(tr("Pass&word"), m_password);
    m_forAll->setObjectName(u"forAllCheckBox"_s);
    m_forAll->setChecked(true);
    m_forAll->setVisible(subject.others > 0);
    form->addRow(QString(), m_forAll);
    m_keep->setObjectName(u"keepCheckBox"_s);
    m_keep->setVisible(subject.canKeep);
    form->addRow(QString(), m_keep);
    return form;
}

std::string PasswordDialog::user() const
{
    return m_user->text().toStdString();
}

Secret PasswordDialog::password() const
{
    return Secret(m_password->text().toStdString());
}

bool PasswordDialog::isKept() const
{
    return m_keep->isChecked();
}

bool PasswordDialog::isForAll() const
{
    return m_forAll->isChecked();
}

} // namespace lockkeeper::ui
