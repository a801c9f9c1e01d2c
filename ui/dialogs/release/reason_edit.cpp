// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/release/reason_edit.h"

#include "core/release/journal_entry.h"
#include "ui/widgets/basics.h"

#include <QToolTip>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

QLineEdit* createReasonEdit(QWidget* parent)
{
    auto* edit = new QLineEdit(parent);
    nameWidget(*edit, u"reasonLineEdit"_s, QObject::tr("Reason"));
    edit->setMaxLength(static_cast<int>(release::kMostOfReason));
    QObject::connect(edit, &QLineEdit::inputRejected, edit, [edit] {
        QToolTip::showText(edit->mapToGlobal(QPoint(0, edit->height())),
            QObject::tr("A reason has at most %1 characters: the rest was left out.")
                .arg(edit->maxLength()),
            edit);
    });
    return edit;
}

} // namespace lockkeeper::ui
