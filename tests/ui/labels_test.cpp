// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/labels.h"

#include "tests/support/test_class.h"

namespace lockkeeper::tests::labels_test {

/// Texts for buttons, menus and notices.
class LabelsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void mnemonicsAreTakenAway_data()
    {
        const auto row = columns<QString, QString>();
        row("none", "Key", "Key");
        row("at a letter", "Re&voke\u2026", "Revoke\u2026");
        row("behind the text", "\u4f5c\u5e9f(&V)\u2026", "\u4f5c\u5e9f\u2026");
        row("an ampersand", "R&&D (&x)", "R&D ");
    }
    void mnemonicsAreTakenAway()
    {
        const auto [text, plain] = fetch<QString, QString>();
        QCOMPARE(ui::withoutMnemonic(text), plain);
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

} // namespace lockkeeper::tests::labels_test

#include "labels_test.moc"
