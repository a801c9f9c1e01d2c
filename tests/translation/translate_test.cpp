// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/translate.h"
#include "tests/support/test_class.h"

#include <array>
#include <thread>

namespace lockkeeper::tests::translate_test {

namespace {

constexpr std::array<Catalogue::Entry, 15> kEntries{
    {{"", ""}, {"held", "持有"}, {"state\4free", "空闲"}, {"$0 of $1", "$1 中的 $0"},
        {"$0: $1", "$0：$1"}, {"data\4no answer", "无应答"}, {"data\4can't open it", "无法打开"},
        {"data\4shard $0: $1", "分片 $0：$1"}, {"data\4$0 must be $1", "$0 须为：$1"},
        {"data\4a number from $0 to $1", "$0 到 $1 之间的数字"},
        {"data\4$0; nothing is done", "$0；未操作"},
        {"data\4has no $0; add $0", "缺少 $0；请加 $0"}, {"data\4line $0", "第 $0 行"},
        {"data\4line $0: $1", "第 $0 行：$1"}, {"holder\4$0 readers", "$0 个读者"}}};

std::string shown(std::string_view english)
{
    return trData(english);
}

/// In a QObject, tr() would be Qt's.
const char* said(const char* english, const char* context = nullptr)
{
    return tr(english, context);
}

} // namespace

class TranslateTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { useCatalogue(&m_catalogue); }
    void cleanup() { useCatalogue(nullptr); }

    void knownTextsAreTranslated()
    {
        QCOMPARE(said("held"), "持有");
        QCOMPARE(said("$0 of $1"), "$1 中的 $0");
    }

    void unknownTextsStayEnglish()
    {
        const char* const text = "split";
        QCOMPARE(static_cast<const void*>(said(text)), static_cast<const void*>(text));
        QCOMPARE(said(""), "");
    }

    void aContextFallsBackToTheTextAlone()
    {
        QCOMPARE(said("free", "state"), "空闲");
        QCOMPARE(said("free"), "free");
        QCOMPARE(said("free", "price"), "free");
        QCOMPARE(said("held", "state"), "持有");
    }

    void textForProgramsIsEnglishOnThisThreadAlone()
    {
        const InEnglish outer;
        {
            const InEnglish inner;
            QCOMPARE(said("held"), "held");
        }
        QCOMPARE(said("held"), "held");
        std::string elsewhere;
        std::thread([&elsewhere] { elsewhere = said("held"); }).join();
        QCOMPARE(elsewhere, std::string("持有"));
    }

    void aThreadMayHaveALanguageOfItsOwn()
    {
        const InEnglish forPrograms;
        {
            const InLanguage chinese(&m_catalogue);
            QCOMPARE(said("held"), "持有");
            {
                const InLanguage english(nullptr);
                QCOMPARE(said("held"), "held");
                std::string elsewhere;
                std::thread([&elsewhere] { elsewhere = said("held"); }).join();
                QCOMPARE(elsewhere, std::string("持有"));
            }
            QCOMPARE(said("held"), "持有");
            const InEnglish within;
            QCOMPARE(said("held"), "held");
        }
        QCOMPARE(said("held"), "held");
    }

    void withoutACatalogueAllIsEnglish()
    {
        useCatalogue(nullptr);
        QCOMPARE(said("held"), "held");
    }

    void textThatIsKeptInEnglishIsTranslatedWhereItIsShown()
    {
        QCOMPARE(shown("no answer"), std::string("无应答"));
        QCOMPARE(shown("shard a:1: no answer"), std::string("分片 a:1：无应答"));
        QCOMPARE(shown("timeout must be a number from 1 to 9"),
            std::string("timeout 须为：1 到 9 之间的数字"));
        QCOMPARE(shown("has no url; add url"), std::string("缺少 url；请加 url"));
        QCOMPARE(trData("3 readers", "holder"), std::string("3 个读者"));
    }

    void bothSidesOfAColonAreTranslated()
    {
        QCOMPARE(shown("/etc/f.toml:3: no answer"), std::string("/etc/f.toml:3: 无应答"));
        QCOMPARE(shown("can't open it: EIO"), std::string("无法打开：EIO"));
        QCOMPARE(shown("can't open it: no answer; nothing is done"),
            std::string("无法打开：无应答；未操作"));
    }

    void theMostTellingFormatCounts()
    {
        QCOMPARE(shown("line 3"), std::string("第 3 行"));
        QCOMPARE(shown("line 3: no answer"), std::string("第 3 行：无应答"));
    }

    void otherTextStaysAsItIs()
    {
        for (const char* const text : {"", "held", "free", "3 readers", "ERR x must be y", ": ",
                 "$0", "No answer", "must be", "a: b: c", "shard", "$0 of $1"})
            QCOMPARE(shown(text), std::string(text));
        QCOMPARE(trData("no answer", "holder"), std::string("no answer"));
        QCOMPARE(trData("no answer", ""), std::string("no answer"));
    }

    void hostileValuesAreNoFormats()
    {
        QCOMPARE(shown("shard $1$9: $0"), std::string("分片 $1$9：$0"));
        std::string nested;
        for (int i = 0; i < 10'000; ++i)
            nested += "shard a: ";
        QVERIFY(shown(nested).ends_with("shard a: "));
        QVERIFY(shown(std::string(10'000, ':')).starts_with(":::"));
    }

    void keptTextIsEnglishForPrograms()
    {
        const InEnglish forPrograms;
        QCOMPARE(shown("no answer"), std::string("no answer"));
    }

private:
    const Catalogue m_catalogue{kEntries};
};

LOCKKEEPER_TEST(TranslateTest)

} // namespace lockkeeper::tests::translate_test

#include "translate_test.moc"
