// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "ui/widgets/form.h"
#include "ui/widgets/labels.h"

#include <QLineEdit>

namespace lockkeeper::tests::form_test {

/// Captions and fields, of which some are hidden.
class FormTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aHiddenRowTakesNoRoom()
    {
        QWidget shown;
        auto* const form = new ui::Form(&shown);
        QList<QLabel*> values;
        for (int row = 0; row < 8; ++row)
            values << ui::addFact(*form, u"Caption"_s, QString(200, u'x') + u" and more"_s);
        shown.show();
        const int width = 300;
        const int whole = form->heightForWidth(width);
        for (int row = 1; row < 8; ++row)
            form->setRowVisible(values[row], false);
        const int one = form->heightForWidth(width);
        const QMargins margins = form->contentsMargins();
        const int around = margins.top() + margins.bottom();
        QCOMPARE(8 * (one - around) + 7 * form->verticalSpacing() + around, whole);
        QVERIFY(!form->captionOf(values[1])->isVisible());
        form->setRowVisible(values[1], true);
        QVERIFY(form->captionOf(values[1])->isVisible());
    }

    void rowsStayTogetherAtTheTop()
    {
        QWidget shown;
        auto* const form = new ui::Form(&shown);
        QLabel* const first = ui::addFact(*form, u"One"_s, u"1"_s);
        QLabel* const second = ui::addFact(*form, u"Two"_s, u"2"_s);
        shown.resize(300, 900);
        shown.show();
        QCOMPARE(second->y(), first->geometry().bottom() + 1 + form->verticalSpacing());
    }

    void aCaptionLeadsToItsField()
    {
        QWidget shown;
        auto* const form = new ui::Form(&shown);
        auto* const field = new QLineEdit;
        auto* const alone = new QLineEdit;
        form->addRow(u"&Name"_s, field);
        form->addRow(QString(), alone);
        QCOMPARE(qobject_cast<QLabel*>(form->captionOf(field))->buddy(), field);
        QVERIFY(form->captionOf(alone) == nullptr);
    }
};

LOCKKEEPER_TEST(FormTest)

} // namespace lockkeeper::tests::form_test

#include "form_test.moc"
