// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/spoken.h"

#include "ui/models/words/words.h"

#include <QAccessibleWidget>
#include <QCoreApplication>
#include <QLabel>
#include <QVariant>

namespace lockkeeper::ui {
namespace {

constexpr const char* kRole = "spokenRole";
constexpr const char* kCaption = "spokenCaption";

class SpokenWidget final : public QAccessibleWidget {
public:
    SpokenWidget(QWidget& widget, QAccessible::Role role)
        : QAccessibleWidget(&widget, role)
    { }

    [[nodiscard]] QString text(QAccessible::Text which) const override
    {
        const auto* const label = qobject_cast<QLabel*>(object());
        if (which != QAccessible::Name || label == nullptr || !label->accessibleName().isEmpty())
            return QAccessibleWidget::text(which);
        const QString caption = label->property(kCaption).toString();
        return caption.isEmpty()
            ? label->text()
            : QCoreApplication::translate("Spoken", "%1: %2").arg(caption, label->text());
    }
};

/// Qt asks for each class, most derived first.
QAccessibleInterface* spokenOf(const QString& /*className*/, QObject* object)
{
    auto* const widget = qobject_cast<QWidget*>(object);
    if (widget == nullptr)
        return nullptr;
    const QVariant role = widget->property(kRole);
    return role.isValid() ? new SpokenWidget(*widget, static_cast<QAccessible::Role>(role.toInt()))
                          : nullptr;
}

} // namespace

void setSpokenRole(QWidget& widget, QAccessible::Role role)
{
    QAccessible::installFactory(spokenOf); // once: Qt skips a known one
    widget.setProperty(kRole, static_cast<int>(role));
    if (!QAccessible::isActive())
        return;
    QAccessibleInterface* const known = QAccessible::queryAccessibleInterface(&widget);
    if (dynamic_cast<SpokenWidget*>(known) == nullptr) // Qt's own, made earlier
        QAccessible::deleteAccessibleInterface(QAccessible::uniqueId(known));
}

void setCaption(QLabel& value, const QString& caption)
{
    setSpokenRole(value, QAccessible::StaticText);
    value.setProperty(kCaption, caption);
}

void setTip(QWidget& widget, const QString& plain)
{
    widget.setToolTip(plain.isEmpty() ? QString() : toolTipText(plain));
    widget.setAccessibleDescription(plain);
}

} // namespace lockkeeper::ui
