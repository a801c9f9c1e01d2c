// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"
#include "tests/ui/widget_finders.h"
#include "ui/widgets/labels.h"

#include <QListWidget>
#include <QVBoxLayout>

namespace lockkeeper::tests::wrapping_label_test {

using namespace lockkeeper::ui;

class WrappingLabelTest final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aWordOfAnyLengthWidensNothing()
    {
        WrappingLabel label(u"lock:"_s + QString(10'000, u'x') + u" is held"_s);
        QVERIFY(label.minimumSizeHint().width() < 200);
        QVERIFY(label.sizeHint().width() < 800);
        const int height = label.heightForWidth(600);
        QVERIFY(height > 20 * label.fontMetrics().lineSpacing());
        QVERIFY(label.heightForWidth(300) > height);
        QVERIFY(label.text().endsWith(u" is held"_s)); // what is copied
    }

    void itIsDrawnToItsEnd()
    {
        WrappingLabel label(QString(300, u'W'));
        label.resize(200, label.heightForWidth(200));
        const QImage picture = label.grab().toImage();
        const int line = label.fontMetrics().lineSpacing();
        QVERIFY(hasInk(picture, picture.height() - line, picture.height()));
        QVERIFY(hasInk(picture, 0, line));
    }

    void usualWordsAreWrappedAsEver()
    {
        const QString text = u"Nothing proves that the holder is gone. Type its name."_s;
        QLabel plain(text);
        plain.setWordWrap(true);
        WrappingLabel label(text);
        label.setTextInteractionFlags(plain.textInteractionFlags());
        for (const int width : {120, 200, 400})
            QCOMPARE(label.heightForWidth(width), plain.heightForWidth(width));
    }

    void itIsNeverLowerThanItsText()
    {
        QWidget window;
        auto* layout = new QVBoxLayout(&window);
        auto* label = new WrappingLabel(QString(u"some words "_s).repeated(40));
        auto* list = new QListWidget;
        list->setMinimumHeight(150);
        layout->addWidget(label);
        layout->addWidget(list, 1);
        window.resize(300, 260);
        window.show();
        QTRY_VERIFY(label->height() >= label->heightForWidth(label->width()));
        label->setText(QString(u"many more words "_s).repeated(60));
        QTRY_VERIFY(label->height() >= label->heightForWidth(label->width()));
    }

private:
    static bool hasInk(const QImage& picture, int top, int bottom)
    {
        for (int y = top; y < bottom; ++y) {
            for (int x = 0; x < picture.width(); ++x) {
                if (picture.pixelColor(x, y) != picture.pixelColor(0, 0))
                    return true;
            }
        }
        return false;
    }
};

LOCKKEEPER_TEST(WrappingLabelTest)

} // namespace lockkeeper::tests::wrapping_label_test

#include "wrapping_label_test.moc"
