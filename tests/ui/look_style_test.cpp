// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "tests/ui/contrast.h"
#include "ui/look/look_style.h"
#include "ui/look/theme.h"
#include "ui/widgets/table_view.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFontDatabase>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

namespace lockkeeper::tests::look_style_test {

class LookStyleTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatStandsInARowIsOfOneHeightAndHasOneEdge()
    {
        ui::LookStyle style;
        QWidget window;
        window.setPalette(ui::lightPalette());
        auto* layout = new QVBoxLayout(&window);
        auto* text = new QLineEdit;
        auto* number = new QSpinBox;
        auto* choice = new QComboBox;
        auto* button = new QPushButton(u"Release"_s);
        for (QWidget* control : std::initializer_list<QWidget*>{button, text, number, choice}) {
            layout->addWidget(control);
            control->setStyle(&style);
        }
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        window.setFocus();
        for (const QWidget* control : std::initializer_list<QWidget*>{text, number, choice})
            QCOMPARE(control->sizeHint().height(), button->sizeHint().height());
        const auto edges = [](QWidget& control) {
            const QImage shown = control.grab().toImage();
            const QPoint middle = shown.rect().center();
            return QList<QColor>{shown.pixelColor(0, middle.y()),
                shown.pixelColor(shown.width() - 1, middle.y()), shown.pixelColor(middle.x(), 0),
                shown.pixelColor(middle.x(), shown.height() - 1)};
        };
        QCOMPARE(edges(*number), edges(*text));
    }

    void theMnemonicOfADisabledButtonIsNotTyped()
    {
        ui::LookStyle style;
        QLineEdit field;
        field.setStyle(&style);
        field.show();
        QTest::keyClick(&field, Qt::Key_R, Qt::AltModifier);
        QCOMPARE(field.text(), QString());
        QTest::keyClick(&field, Qt::Key_R);
        QCOMPARE(field.text(), u"r"_s);
    }

    /// Else columns would leave, and names give way to icons, in half of the room.
    void aLetterIsNotAsWideAsAChineseOne()
    {
        if (!QFontDatabase::families().contains(u"Noto Sans CJK SC"_s))
            QSKIP("no such font");
        const QFontMetrics chinese(QFont(u"Noto Sans CJK SC"_s, 20));
        const double letter = ui::letterWidth(chinese);
        QVERIFY(letter < 0.7 * chinese.horizontalAdvance(u"\u9501"_s));
        QVERIFY(letter > 0.7 * chinese.horizontalAdvance(u"n"_s));
        const QFontMetrics latin(QFont(u"DejaVu Sans"_s, 20));
        QVERIFY(ui::letterWidth(latin) > 0.7 * latin.horizontalAdvance(u"n"_s));
    }

    void focusCanBeSeen_data()
    {
        QTest::addColumn<QPalette>("palette");
        QTest::newRow("light") << ui::lightPalette();
        QTest::newRow("dark") << ui::darkPalette();
    }
    /// Where something changes with the focus, it stands out from what was there before.
    void focusCanBeSeen()
    {
        QFETCH(QPalette, palette);
        ui::LookStyle style;
        QWidget window;
        window.setPalette(palette);
        auto* layout = new QVBoxLayout(&window);
        auto* other = new QLineEdit(&window);
        const QList<QWidget*> controls{new QPushButton(u"Release"_s), new QToolButton,
            new QComboBox, new QSpinBox, new QCheckBox(u"Read-only"_s), new QLineEdit,
            new ui::TableView};
        layout->addWidget(other);
        for (QWidget* control : controls) {
            layout->addWidget(control);
            control->setStyle(&style);
            control->setFocusPolicy(Qt::StrongFocus);
        }
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        for (QWidget* control : controls) {
            other->setFocus();
            QTRY_VERIFY(other->hasFocus());
            const QImage before = control->grab().toImage();
            control->setFocus(Qt::TabFocusReason);
            QTRY_VERIFY(control->hasFocus());
            const QImage after = control->grab().toImage();
            QVERIFY2(visiblePixels(before, after) >= 2 * control->height(),
                control->metaObject()->className());
        }
    }

private:
    static int visiblePixels(const QImage& before, const QImage& after)
    {
        int count = 0;
        for (int y = 0; y < after.height(); ++y) {
            for (int x = 0; x < after.width(); ++x)
                count += tests::contrast(before.pixelColor(x, y), after.pixelColor(x, y)) >= 3;
        }
        return count;
    }
};

LOCKKEEPER_TEST(LookStyleTest)

} // namespace lockkeeper::tests::look_style_test

#include "look_style_test.moc"
