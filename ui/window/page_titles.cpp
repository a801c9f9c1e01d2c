// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/page_titles.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {
namespace {

struct PageTitles {
    Q_DECLARE_TR_FUNCTIONS(PageTitles)
};

} // namespace

QList<PageTitle> pageTitles()
{
    return {{u"locks"_s, Glyph::Lock, PageTitles::tr("Locks")},
        {u"masters"_s, Glyph::Master, PageTitles::tr("Masters")},
        {u"leases"_s, Glyph::Key, PageTitles::tr("My leases")},
        {u"journal"_s, Glyph::Journal, PageTitles::tr("Journal")},
        {u"kinds"_s, Glyph::Info, PageTitles::tr("Kinds of keys")},
        {u"waits"_s, Glyph::Waiting, PageTitles::tr("Who waits")},
        {u"timeline"_s, Glyph::Timeline, PageTitles::tr("Timeline")},
        {u"trends"_s, Glyph::Trends, PageTitles::tr("Trends")}};
}

} // namespace lockkeeper::ui
