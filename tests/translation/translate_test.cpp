// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/translate.h"
#include "tests/support/test_class.h"

#include <QtTest>
#include <array>
#include <thread>

using namespace lockkeeper;

namespace {

constexpr std::array<Catalogue::Entry, 4> kEntries{
    {{"", ""}, {"held", "持有"}, {"state\4free", "空闲"}, {"$0 of $1", "$1 中的 $0"}}};

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

    void withoutACatalogueAllIsEnglish()
    {
        useCatalogue(nullptr);
        QCOMPARE(said("held"), "held");
    }

private:
    const Catalogue m_catalogue{kEntries};
};

LOCKKEEPER_TEST(TranslateTest)
#include "translate_test.moc"
