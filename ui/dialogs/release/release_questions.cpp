// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/release/release_questions.h"

#include "ui/dialogs/release/reason_edit.h"
#include "ui/look/look_style.h"
#include "ui/models/words/words.h"
#include "ui/widgets/form.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/spoken.h"

#include <QCheckBox>
#include <QLineEdit>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

ReleaseQuestions::ReleaseQuestions(std::string name, QWidget* parent)
    : QWidget(parent)
    , m_wantedName(std::move(name))
    , m_reason(createReasonEdit(this))
    , m_nameArea(new QWidget(this))
    , m_name(new QLineEdit(m_nameArea))
    , m_finish(new QCheckBox(tr("&Finish when they answer"), this))
{
    m_reason->setAccessibleDescription(
        tr("Required. It goes into the journal; that of a revoke also into the lock."));
    m_reason->setPlaceholderText(tr("required; goes into the journal"));
    m_name->setObjectName(u"nameLineEdit"_s);
    m_name->setAccessibleName(tr("Type the resource's name to confirm"));
    m_name->setPlaceholderText(safeText(m_wantedName));
    m_finish->setObjectName(u"finishCheckBox"_s);
    setTip(*m_finish,
        tr("Masters that do not answer now get the same command when they do, "
           "for up to an hour, while the window of this deployment is open."));
    createLayout();
    for (QLineEdit* field : {m_reason, m_name}) {
        connect(field, &QLineEdit::textChanged, this, &ReleaseQuestions::changed);
        connect(field, &QLineEdit::textChanged, this, [field] { setMissing(*field, false); });
    }
    m_finish->hide();
    m_nameArea->hide();
}

void ReleaseQuestions::createLayout()
{
    auto* nameForm = new Form(m_nameArea);
    auto* form = new Form(this);
    for (Form* one : {form, nameForm}) {
        one->setContentsMargins(0, 0, 0, 0);
    }
    nameForm->addRow(
        wrappingLabel(tr("This may hit a living holder. Type the resource's name to confirm:")));
    nameForm->addRow(createCaption(tr("&Name"), *m_name), m_name);
    form->addRow(m_finish);
    form->addRow(createCaption(tr("Rea&son"), *m_reason), m_reason);
    form->addRow(m_nameArea);
    setTabOrder(m_finish, m_reason);
    setTabOrder(m_reason, m_name);
}

QLabel* ReleaseQuestions::createCaption(const QString& text, QWidget& field)
{
    auto* caption = new QLabel(text, this);
    caption->setBuddy(&field);
    caption->setMinimumWidth(captionWidth(fontMetrics()));
    return caption;
}

QString ReleaseQuestions::widestCaption()
{
    return tr("The holder");
}

int ReleaseQuestions::captionWidth(const QFontMetrics& metrics)
{
    int widest = 0;
    for (const QString& caption : {widestCaption(), tr("Rea&son"), tr("&Name")})
        widest = std::max(widest, metrics.size(Qt::TextShowMnemonic, caption).width());
    return widest;
}

void ReleaseQuestions::setNameAsked(bool isAsked)
{
    m_isNameAsked = isAsked;
    m_nameArea->setVisible(isAsked);
}

void ReleaseQuestions::setFinishOffered(bool isOffered)
{
    m_finish->setVisible(isOffered);
}

void ReleaseQuestions::focusReason()
{
    m_reason->setFocus();
}

QString ReleaseQuestions::reason() const
{
    return m_reason->text().trimmed();
}

bool ReleaseQuestions::isFinishWanted() const
{
    return m_finish->isChecked();
}

bool ReleaseQuestions::isNamed() const
{
    return !m_isNameAsked || isNameOf(m_name->text(), m_wantedName);
}

bool ReleaseQuestions::goToMissing()
{
    if (isAnswered())
        return false;
    QLineEdit& field = reason().isEmpty() ? *m_reason : *m_name;
    // No outline yet if the user only arrives here.
    setMissing(field, field.hasFocus());
    field.setFocus();
    return true;
}

bool ReleaseQuestions::isAnswered() const
{
    return !reason().isEmpty() && isNamed();
}

bool ReleaseQuestions::hasInput() const
{
    return !m_reason->text().isEmpty() || !m_name->text().isEmpty();
}

} // namespace lockkeeper::ui
