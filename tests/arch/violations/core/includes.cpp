// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/result.h"

#include <CLI/CLI.hpp>
#include <QString>
#include <QtCore/qglobal.h>
#include "app/gui/options.h"
#include "hiredis/hiredis.h"
#include "result.h"
#include "tests/support/manual_clock.h"
#include "ui/window/main_window.h"
#include <SQLiteCpp/SQLiteCpp.h>
#include <pqxx/pqxx>
