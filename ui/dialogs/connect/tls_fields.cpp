// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/connect/tls_fields.h"

#include "ui/widgets/labels.h"

#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

TlsFields::TlsFields(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(u"tlsFields"_s);
    auto* form = new QFormLayout(this);
    form->setContentsMargins(0, 0, 0, 0);
    form->setVerticalSpacing(6);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_ca = addField(tr("C&A file"), u"caLineEdit"_s, tr("the system's authorities"));
    m_certificate = addField(tr("C&ertificate"), u"certificateLineEdit"_s, tr("none"));
    m_key = addField(tr("&Key"), u"keyLineEdit"_s, tr("in the certificate's file"));
}

QLineEdit* TlsFields::addField(
    const QString& label, const QString& name, const QString& placeholder)
{
    auto* edit = new QLineEdit(this);
    edit->setObjectName(name);
    edit->setPlaceholderText(placeholder);
    const QString plain = withoutMnemonic(label);
    edit->setAccessibleName(plain);
    edit->setAccessibleDescription(
        tr("A PEM file for rediss:// masters; empty: %1").arg(placeholder));
    auto* button = new QToolButton(this);
    button->setText(u"\u2026"_s);
    button->setToolTip(tr("Choose the file"));
    button->setAccessibleName(tr("Choose the file: %1").arg(plain));
    auto* row = new QHBoxLayout;
    row->setSpacing(4);
    row->addWidget(edit, 1);
    row->addWidget(button);
    auto* caption = new QLabel(label, this);
    caption->setBuddy(edit);
    static_cast<QFormLayout*>(layout())->addRow(caption, row);
    connect(edit, &QLineEdit::textChanged, this, &TlsFields::changed);
    connect(button, &QToolButton::clicked, this, [this, edit, plain] { choose(*edit, plain); });
    return edit;
}

void TlsFields::choose(QLineEdit& edit, const QString& title)
{
    const QString file = QFileDialog::getOpenFileName(this, title, edit.text());
    if (!file.isEmpty())
        edit.setText(file);
}

redis::Tls TlsFields::tls() const
{
    return {.caFile = m_ca->text().toStdString(),
        .certFile = m_certificate->text().toStdString(),
        .keyFile = m_key->text().toStdString()};
}

void TlsFields::setTls(const redis::Tls& files)
{
    m_ca->setText(QString::fromStdString(files.caFile));
    m_certificate->setText(QString::fromStdString(files.certFile));
    m_key->setText(QString::fromStdString(files.keyFile));
}

} // namespace lockkeeper::ui
