// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/built_in.h"
#include "core/lab/experiment.h"
#include "tests/support/test_class.h"

#include <set>

namespace lockkeeper::tests::experiment_test {

using namespace lockkeeper::lab;

namespace {

constexpr const char* kWhole = R"(name = "mine"
title = "Mine"
group = "Mine"
question = "What if?"
contenders = 3

[fault]
scheme = "set-nx-px"
two = true
sold = 12
lesson = "So it fails."

[cure]
scheme = "redlock"
masters = 3
renewed = true
quarantine = "always"
lesson = "So it holds."

[[step]]
do = "A takes"
say = "A takes the lock."

[[step]]
when = "A holds or A is at expire"
after = 0.5
patience = 2
do = "A is held at free"
say = "Watch."

[[step]]
do = "a starts empty"
say = "The master forgets."
)";

std::vector<Error> errorsOf(const std::string& text)
{
    std::vector<Error> errors;
    (void)parseExperiment(text, "mine.toml", errors);
    return errors;
}

std::string with(std::string_view before, std::string_view after)
{
    std::string text = kWhole;
    const std::size_t at = text.find(before);
    return at == std::string::npos ? std::string() : text.replace(at, before.size(), after);
}

} // namespace

/// Experiments as they are written.
class ExperimentTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsAllOfIt()
    {
        std::vector<Error> errors;
        const Experiment read = parseExperiment(kWhole, "mine.toml", errors);
        QVERIFY2(errors.empty(), errors.empty() ? "" : errors.front().text.c_str());
        QCOMPARE(read.contenders, std::size_t(3));
        QCOMPARE(read.fault.scheme, std::string("set-nx-px"));
        QVERIFY(read.fault.outcome.isTwo && !read.fault.outcome.isStuck);
        QCOMPARE(read.fault.outcome.sold, std::optional(12));
        QCOMPARE(read.cure.masters, std::size_t(3));
        QVERIFY(read.cure.isRenewed && !read.cure.isFenced);
        QVERIFY(read.cure.quarantine == config::RestartQuarantine::Always);
        QVERIFY(!read.cure.outcome.sold);
        QCOMPARE(read.steps.size(), std::size_t(3));
        const Step& second = read.steps[1];
        QCOMPARE(second.when.size(), std::size_t(2));
        QVERIFY(second.when[0].kind == Condition::Kind::Holds);
        QVERIFY(second.when[1].kind == Condition::Kind::Held);
        QVERIFY(second.when[1].point == Point::Expire);
        QCOMPARE(second.after, 0.5);
        QCOMPARE(second.patience, std::optional(2.0));
        QVERIFY(second.deed.kind == Deed::Kind::HoldAt && second.deed.point == Point::Free);
        QVERIFY(read.steps[2].deed.isOfMaster());
    }

    /// How a variant takes and keeps the lock, and what is predicted.
    void readsAVariant()
    {
        std::vector<Error> errors;
        const Experiment read = parseExperiment(
            with("lesson = \"So it fails.\"",
                "value = \"1\"\nlongest = 1.5\npolling = 0.2\njitter = 0.7\nreentrant = true\n"
                "gives_up = true\n"
                "waits = false\nlesson = \"So it fails.\""),
            "mine.toml", errors);
        QVERIFY2(errors.empty(), errors.empty() ? "" : errors.front().text.c_str());
        const Variant& fault = read.fault;
        QCOMPARE(fault.value, std::string("1"));
        QVERIFY(fault.longest == 1.5 && fault.polling == 0.2 && fault.jitter == 0.7);
        QVERIFY(fault.isReentrant && !read.cure.isReentrant);
        QVERIFY(fault.isGivingUp && !read.cure.isGivingUp);
        QCOMPARE(fault.outcome.isWaiting, std::optional(false));
        QVERIFY(!read.cure.outcome.isWaiting);
    }

    /// By their numbers; the first one needs none.
    void readsSeveralLocks()
    {
        std::vector<Error> errors;
        std::string text = with("contenders = 3", "contenders = 3\nlocks = 3");
        text += "[[step]]\nwhen = \"B holds lock 3\"\ndo = \"A takes lock 2\"\nsay = \"-\"\n";
        const Experiment read = parseExperiment(text, "mine.toml", errors);
        QVERIFY2(errors.empty(), errors.empty() ? "" : errors.front().text.c_str());
        QCOMPARE(read.locks, 3);
        QCOMPARE(read.steps[0].deed.lock, 1);
        QCOMPARE(read.steps.back().deed.lock, 2);
        QCOMPARE(read.steps.back().when[0].lock, 3);
        QVERIFY(resourceOf(1) != resourceOf(2));
    }

    /// There its scheme is no scheme of masters.
    void oneInZooKeeper()
    {
        std::vector<Error> errors;
        std::string text = with("\"set-nx-px\"", "\"zookeeper\"");
        text.replace(text.find("\"a starts empty\""), 16, "\"a is stopped\"");
        const Experiment read = parseExperiment(text, "mine.toml", errors);
        QVERIFY2(errors.empty(), errors.empty() ? "" : errors.front().text.c_str());
        QVERIFY(read.fault.isInZooKeeper() && !read.cure.isInZooKeeper());
        QCOMPARE(variantWith(read, "zookeeper")->scheme, std::string("zookeeper"));
        // What masters alone have.
        const Experiment other = parseExperiment(kWhole, "mine.toml", errors);
        QVERIFY(errors.empty());
        QVERIFY(!variantWith(other, "zookeeper"));
    }

    void clocksAreAheadOrBehind()
    {
        std::vector<Error> errors;
        const auto amountOf = [&](const char* deed) {
            return parseExperiment(with("A takes", deed), "mine.toml", errors).steps[0].deed.amount;
        };
        QCOMPARE(amountOf("A is ahead by 2"), 2);
        QCOMPARE(amountOf("A is behind by 2"), -2);
        QCOMPARE(amountOf("a is ahead by 3"), 3);
        QVERIFY2(errors.empty(), errors.empty() ? "" : errors.front().text.c_str());
    }

    /// Line and field, and what may stand there.
    void namesMistakes_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("error");
        const auto row = [](const char* name, const std::string& text, const char* error) {
            QTest::newRow(name) << QString::fromStdString(text) << QString::fromLatin1(error);
        };
        row("no TOML", "name =", "mine.toml:1: ");
        row("scheme", with("\"set-nx-px\"", "\"setnxpx\""), "mine.toml:7: ");
        row("who", with("\"A takes\"", "\"D takes\""),
            "mine.toml:21: the experiment, step: 'D takes' begins with nobody who is there");
        row("verb", with("\"A takes\"", "\"A grabs\""),
            "mine.toml:21: the experiment, step: 'A grabs' is not known here; what A may do: is "
            "ahead by, is behind by, takes, ");
        row("verb of a master", with("a starts empty", "a takes"), "what a may do: is ahead by, ");
        row("condition", with("A holds or", "A sleeps or"),
            "mine.toml:25: the experiment, step: 'A sleeps' is not known");
        row("point", with("is at expire", "is at lunch"),
            "mine.toml:25: the experiment, step: there is no point 'lunch'; write one of: take, "
            "expire, overwrite, free");
        row("no amount", with("A takes", "A sells much"), "'much' is no number from 1 to 10");
        row("no such lock", with("A takes", "A takes lock 2"),
            "there is one lock; write locks = 2");
        row("no such master", with("A takes", "A is cut off from c"), "there is no master 'c'");
        row("quarantine", with("always", "often"), "write auto, always or off");
        row("no whole number", with("contenders = 3", "contenders = 2.5"),
            "contenders has to be a whole number");
        row("what the scheme can't do", with("two = true", "renewed = true"),
            "scheme set-nx-px can't do that; leave renewed out");
        row("what ZooKeeper does not have", with("\"set-nx-px\"", "\"zookeeper\""),
            "has a step that ZooKeeper does not have");
        row("after the end",
            std::string(kWhole)
                + "[[step]]\ndo = \"end\"\nsay = \"-\"\n[[step]]\ndo = \"A takes\"\nsay = \"-\"\n",
            "stands after the end");
        row("no sentence", with("say = \"Watch.\"", ""), "has no say");
        row("unknown key", with("patience", "pations"), "pations");
        row("no cure", with("[cure]", "[care]"), "has no section [cure]");
        row("no steps", std::string(kWhole).substr(0, std::string(kWhole).find("[[step]]")),
            "has no [[step]]");
    }
    void namesMistakes()
    {
        QFETCH(QString, text);
        QFETCH(QString, error);
        QString all;
        for (const Error& one : errorsOf(text.toStdString()))
            all += QString::fromStdString(one.text) + QLatin1Char('\n');
        QVERIFY2(all.contains(error), qPrintable(all));
    }

    /// What follows a mistake is not taken for another.
    void oneMistakeIsOneLine()
    {
        QCOMPARE(errorsOf(with("A takes", "A dances")).size(), std::size_t(1));
        const std::string tooLong(100'000, 'x');
        QCOMPARE(errorsOf(with("What if?", tooLong)).size(), std::size_t(1));
    }

    /// They can be played, and each tells them apart.
    void thoseThatComeWithTheProgramAreWhole()
    {
        std::vector<Error> errors;
        std::set<std::string> names;
        for (const BuiltIn& one : builtInTexts()) {
            const Experiment read = parseExperiment(one.text, std::string(one.file), errors);
            QVERIFY2(names.insert(read.name).second, read.name.c_str());
            QVERIFY2(!read.fault.outcome.isMetBy(read.cure.outcome)
                    || read.fault.outcome.sold != read.cure.outcome.sold,
                read.name.c_str());
        }
        QVERIFY2(errors.empty(), errors.empty() ? "" : errors.front().text.c_str());
        QVERIFY(builtInExperiments().size() == names.size() && names.size() > 5);
    }
};

LOCKKEEPER_TEST(ExperimentTest)

} // namespace lockkeeper::tests::experiment_test

#include "experiment_test.moc"
