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

} // namespace

class TranslateTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { useCatalogue(&m_catalogue); }
    void cleanup() { useCatalogue(nullptr); }

    void knownTextsAreTranslated()
    {
        QCOMPARE(tr("held"), "持有");
        QCOMPARE(tr("$0 of $1"), "$1 中的 $0");
    }

    void unknownTextsStayEnglish()
    {
        const char* const text = "split";
        QCOMPARE(static_cast<const void*>(tr(text)), static_cast<const void*>(text));
        QCOMPARE(tr(""), "");
    }

    void aContextFallsBackToTheTextAlone()
    {
        QCOMPARE(tr("free", "state"), "空闲");
        QCOMPARE(tr("free"), "free");
        QCOMPARE(tr("free", "price"), "free");
        QCOMPARE(tr("held", "state"), "持有");
    }

    void textForProgramsIsEnglishOnThisThreadAlone()
    {
        const InEnglish outer;
        {
            const InEnglish inner;
            QCOMPARE(tr("held"), "held");
        }
        QCOMPARE(tr("held"), "held");
        std::string elsewhere;
        std::thread([&elsewhere] { elsewhere = tr("held"); }).join();
        QCOMPARE(elsewhere, std::string("持有"));
    }

    void withoutACatalogueAllIsEnglish()
    {
        useCatalogue(nullptr);
        QCOMPARE(tr("held"), "held");
    }

private:
    const Catalogue m_catalogue{kEntries};
};

LOCKKEEPER_TEST(TranslateTest)
#include "translate_test.moc"
