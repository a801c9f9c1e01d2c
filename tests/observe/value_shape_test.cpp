// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/kinds/kind_names.h"
#include "core/observe/kinds/value_shape.h"
#include "tests/support/test_class.h"

#include <QtTest>
#include <set>

using namespace lockkeeper;
using namespace lockkeeper::observe;

namespace {

const WallTime kNow(std::chrono::seconds(1'750'000'000));

} // namespace

class ValueShapeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aValueHasAForm_data()
    {
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QByteArray>("name");
        const auto row = [](const char* name, const QByteArray& value) {
            QTest::addRow("%s: %s", name, value.toPercentEncoding().constData())
                << value << QByteArray(name);
        };
        row("empty", "");
        row("one", "1");
        row("number", "2");
        row("number", "-1");
        row("number", "007");
        row("word", "-");
        row("time", "1750000000");
        row("time", "1750000000123");
        row("number", "99999999999999999999");
        row("time", "2025-06-15T15:06:40Z");
        row("uuid", "123e4567-e89b-42d3-a456-426614174000");
        row("hex-32", QByteArray(32, 'a'));
        row("hex-40", QByteArray(40, 'B'));
        row("hex-64", QByteArray(64, 'c'));
        row("hex", QByteArray(16, 'd'));
        row("word", QByteArray(15, 'd'));
        row("random", "q7Zk/3Vb+1XwP0==");
        row("host-and-pid", "web-3:812");
        row("word", "web-3");
        row("json", "{\"a\": 1}");
        row("json", "[1]");
        row("text", "{\"a\": 1");
        row("text", "two words\n");
        row("text", QByteArray(65, 'z'));
        row("bytes", QByteArray("\x01", 1));
        row("bytes", QByteArray("\xff", 1));
    }

    void aValueHasAForm()
    {
        QFETCH(QByteArray, value);
        QFETCH(QByteArray, name);
        const KeyReading reading{
            .key = "k", .type = ValueType::String, .value = value.toStdString()};
        QCOMPARE(QByteArray(valueShapeName(valueShape(reading, kNow))), name);
    }

    void whatIsNoStringHasMembersWhateverIsInIt()
    {
        KeyReading reading{.key = "k", .type = ValueType::Hash};
        QVERIFY(valueShape(reading, kNow) == ValueShape::Members);
        reading.isTooLong = true;
        QVERIFY(valueShape(reading, kNow) == ValueShape::TooLong);
    }

    void eachFormHasANameOfItsOwn()
    {
        std::set<std::string> names;
        for (std::size_t i = 0; i < kValueShapes; ++i)
            names.insert(valueShapeName(static_cast<ValueShape>(i)));
        QCOMPARE(names.size(), kValueShapes);
    }
};

LOCKKEEPER_TEST(ValueShapeTest)
#include "value_shape_test.moc"
