// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/kind_words.h"
#include "core/words/lock_words.h"
#include "tests/support/test_class.h"
#include "ui/models/kinds_model.h"
#include "ui/models/words/words.h"

namespace lockkeeper::tests::kinds_model_test {

using observe::Certainty;
using observe::CertaintyReason;
using observe::Kind;
using observe::ValueShape;
using ui::KindsModel;

namespace {

Kind kindOf(const std::string& name, std::size_t keys, std::size_t likely = 0)
{
    Kind kind;
    kind.name = name;
    kind.keys = keys;
    kind.likely = likely;
    if (likely > 0) {
        kind.certainty = Certainty::Likely;
        kind.formats = {{"redis-py", likely}};
    }
    return kind;
}

} // namespace

class KindsModelTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void kindsWithLocksAreFirst()
    {
        KindsModel model;
        const QAbstractItemModelTester tester(
            &model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setKinds({.kinds = {kindOf("cache", 900), kindOf("lock", 5, 5), kindOf("queue", 400),
                            kindOf("mutex", 3, 1)},
            .keys = 1308});
        QStringList names;
        for (int row = 0; row < model.rowCount(); ++row)
            names << model.index(row, KindsModel::Name).data().toString();
        QCOMPARE(names, QStringList({u"lock"_s, u"mutex"_s, u"cache"_s, u"queue"_s}));
        QCOMPARE(model.rowOf("queue"), 3);
        QCOMPARE(model.rowOf("none"), -1);
        QVERIFY(!model.kindAt(-1));
        QVERIFY(!model.kindAt(4));
        model.setKinds({});
        QCOMPARE(model.rowCount(), 0);
    }

    void itIsSaidHowManyAreTakenForWhat()
    {
        QCOMPARE(ui::takenForText(kindOf("cache", 9)), u"no lock"_s);
        QCOMPARE(ui::takenForText(kindOf("lock", 9, 9)), u"likely: redis-py"_s);
        Kind mixed = kindOf("lock", 9, 4);
        mixed.certain = 3;
        mixed.formats.push_back({"lk1", 3});
        QCOMPARE(ui::takenForText(mixed), u"3 certain, 4 likely: redis-py, lk1"_s);
    }

    void theTtlsAreARange()
    {
        Kind kind = kindOf("lock", 2, 2);
        QCOMPARE(ui::toQt(words::ttlText(kind)), u"none"_s);
        kind.shortestTtl = kind.longestTtl = 30s;
        QCOMPARE(ui::toQt(words::ttlText(kind)), u"30 s"_s);
        kind.longestTtl = 2min;
        kind.withoutTtl = 1;
        QCOMPARE(ui::toQt(words::ttlText(kind)), u"none, 30 s to 2 m 00 s"_s);
    }

    void everyReasonAndShapeHasWordsOfItsOwn()
    {
        QSet<QString> reasons;
        const int last = static_cast<int>(CertaintyReason::NothingSaysLock);
        for (int reason = 0; reason <= last; ++reason)
            reasons << ui::toQt(words::certaintyReasonText(static_cast<CertaintyReason>(reason)));
        QCOMPARE(reasons.size(), last + 1);
        QSet<QString> shapes;
        for (std::size_t shape = 0; shape < observe::kValueShapes; ++shape) {
            Kind kind;
            kind.shapes = {{static_cast<ValueShape>(shape), 1}};
            shapes << ui::kindValuesText(kind);
        }
        QCOMPARE(static_cast<std::size_t>(shapes.size()), observe::kValueShapes);
    }

    void hostileNamesArePlainText()
    {
        KindsModel model;
        Kind kind = kindOf("<img src=x>\n\x1b[2J", 1);
        kind.example = "\xff\xfe";
        model.setKinds({.kinds = {kind}, .keys = 1});
        const QString name = model.index(0, KindsModel::Name).data().toString();
        QVERIFY(!name.contains(u'\n') && !name.contains(u'\x1b'));
        const QString toolTip = model.index(0, KindsModel::Name).data(Qt::ToolTipRole).toString();
        QVERIFY(toolTip.contains(u"&lt;img"_s));
        QVERIFY(!model.index(0, KindsModel::Example).data().toString().contains(QChar(0xfffd)));
    }
};

LOCKKEEPER_TEST(KindsModelTest)

} // namespace lockkeeper::tests::kinds_model_test

#include "kinds_model_test.moc"
