// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/labels.h"

#include "tests/support/test_class.h"

#include <QtTest>

namespace lockkeeper::labels_test {

using namespace Qt::StringLiterals;

/// Texts for buttons, menus and notices.
class LabelsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void mnemonicsAreTakenAway_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("plain");
        QTest::newRow("none") << u"Key"_s << u"Key"_s;
        QTest::newRow("at a letter") << u"Re&voke\u2026"_s << u"Revoke\u2026"_s;
        QTest::newRow("behind the text") << u"\u4f5c\u5e9f(&V)\u2026"_s << u"\u4f5c\u5e9f\u2026"_s;
        QTest::newRow("an ampersand") << u"R&&D (&x)"_s << u"R&D "_s;
    }
    void mnemonicsAreTakenAway()
    {
        QFETCH(QString, text);
        QTEST(ui::withoutMnemonic(text), "plain");
    }

    void longWordsOfANoticeAreShortened()
    {
        const QString name(60, u'x');
        const QString shown = ui::forNotice(u"lock "_s + name);
        QVERIFY(shown.startsWith(u"lock xxx"_s));
        QVERIFY(shown.contains(QChar(0x2026)));
        QVERIFY(shown.size() < 60);
    }

    void aChineseSentenceIsNoLongWord()
    {
        const QString sentence(60, QChar(0x9501));
        QCOMPARE(ui::forNotice(sentence), sentence);
        const QString shown = ui::forNotice(sentence + QString(60, u'x') + sentence);
        QVERIFY(shown.contains(QChar(0x2026)));
    }

    void aChineseLineHasHalfAsManyLetters()
    {
        QCOMPARE(ui::forNotice(QString(200, QChar(0x9501))).size(), 75);
        QCOMPARE(ui::forNotice(u"x "_s.repeated(100)).size(), 150);
    }
};

LOCKKEEPER_TEST(LabelsTest)

} // namespace lockkeeper::labels_test

#include "labels_test.moc"
