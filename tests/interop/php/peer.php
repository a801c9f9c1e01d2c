<?php
// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later

// peer.php LIBRARY ROLE URL: one real library against the redis-server at URL.
//   hold   takes the lock as the library's documentation does, prints "held KEY", and keeps it. On
//          "notice" it calls what tells a holder of its loss, and prints "notice CALL: RESULT; ..."
//   wait   prints "waiting", takes the same lock, which blocks, and prints "got it"
//   jobs   does ordinary work, so that what the library stores beside its locks appears, and ends
//   turns  takes and frees the lock as often as a fourth argument says, and prints how often
//          somebody else was inside ("turns N overlaps M")
// Holders and waiters live until stdin ends. Exits with 77 if the library is missing.
declare(strict_types=1);

use Illuminate\Cache\RedisStore as LaravelStore;
use Illuminate\Redis\RedisManager;
use Symfony\Component\Lock\Lock;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\RedisStore;
use Symfony\Component\Semaphore\Semaphore;
use Symfony\Component\Semaphore\SemaphoreFactory;
use Symfony\Component\Semaphore\Store\RedisStore as SemaphoreStore;

const SYMFONY = '/usr/share/php/Symfony/Component/Lock/autoload.php';
const SEMAPHORE = '/usr/share/php/Symfony/Component/Semaphore/autoload.php';
const TURN_PAUSE = 5_000; // how long a turn lasts, and how long others have for theirs
const LARAVEL = '/usr/share/php/Illuminate/Cache/autoload.php';

function needs(bool $isThere, string $what): void
{
    if (!$isThere) {
        fwrite(STDERR, "no $what\n");
        exit(77);
    }
}

function connect(string $url): Redis
{
    $redis = new Redis();
    $redis->connect((string) parse_url($url, PHP_URL_HOST), (int) parse_url($url, PHP_URL_PORT));
    return $redis;
}

/// A lock of Symfony: 300 s by default. The caller keeps it: it is released with the object.
function symfonyLock(string $url): Lock
{
    needs(is_file(SYMFONY), 'php-symfony-lock');
    require_once SYMFONY;
    $factory = new LockFactory(new RedisStore(connect($url)));
    return $factory->createLock('pdf-invoice-generation');
}

/// A store that can't block is asked again and again, as Symfony itself does.
function acquire(Lock $lock): void
{
    $lock->acquire(true);
}

/// A semaphore of Symfony with one permit, so that a waiter has to wait: 300 s by default.
function symfonySemaphore(string $url): Semaphore
{
    needs(is_file(SEMAPHORE), 'php-symfony-semaphore');
    require_once SEMAPHORE;
    $factory = new SemaphoreFactory(new SemaphoreStore(connect($url)));
    return $factory->createSemaphore('pdf-invoice-generation', 1);
}

/// Laravel's cache, with the prefixes of a new application of Laravel 8.
function laravelStore(string $url): LaravelStore
{
    needs(is_file(LARAVEL), 'php-illuminate-cache');
    require_once LARAVEL;
    $server = ['host' => parse_url($url, PHP_URL_HOST), 'port' => parse_url($url, PHP_URL_PORT)];
    $options = ['prefix' => 'laravel_database_'];
    $manager = new RedisManager(null, 'phpredis', ['options' => $options, 'default' => $server]);
    return new LaravelStore($manager, 'laravel_cache');
}

/// The lock of a session, which lives for as long as a request may take: 30 s in a web server.
function startSession(string $url, string $id): string
{
    ini_set('session.save_handler', 'redis');
    ini_set('session.save_path', str_replace('redis://', 'tcp://', $url));
    ini_set('session.use_cookies', '0');
    ini_set('session.cache_limiter', '');
    ini_set('redis.session.locking_enabled', '1');
    ini_set('redis.session.lock_retries', '-1');
    session_id($id);
    needs(session_start(), 'session');
    $_SESSION['user'] = 42;
    return "PHPREDIS_SESSION:{$id}_LOCK";
}

[, $library, $role, $url] = $argv;
needs(extension_loaded('redis'), 'php-redis');

if ($role === 'jobs') {
    if ($library === 'phpredis') { // sessions that have ended stay without a lock
        startSession($url, 'c6u7qm1b3l2p0f9v8d5s4a3r2t');
        session_write_close();
    } elseif ($library === 'laravel') { // what a cache holds beside locks
        $store = laravelStore($url);
        $store->put('greeting', 'hello', 300);
        $store->put('lock-settings', ['theme' => 'dark'], 300);
        $store->put('Lq3vT0bY7xKp2NwZ', 'Ab3dE6gH9jK2mN5p', 300);
        $store->put('visits', 1, 300);
        $store->increment('visits');
        $store->forever('since', 1762900000);
    } else { // others that read together
        $reader = symfonyLock($url);
        $reader->acquireRead();
        $reader->release();
    }
    exit(0);
}

/// Takes the lock of a library, and returns its key and the calls that tell a holder of a loss, of
/// which the last one frees the lock.
function take(string $library, string $url, bool $waits): array
{
    if ($library === 'phpredis') {
        $key = startSession($url, 'k3v1n9h7d2c5b8m4q6t0s1r3p5');
        return [$key, ['session_write_close' => fn () => session_write_close()]];
    }
    if ($library === 'laravel') { // it wants a TTL; 0 is none
        $lock = laravelStore($url)->lock('foo', 30);
        $lock->block(3600);
        return ['laravel_database_laravel_cache:foo', ['release' => fn () => $lock->release()]];
    }
    if ($library === 'symfony-semaphore') { // it can't wait by itself
        $semaphore = symfonySemaphore($url);
        while (!$semaphore->acquire()) {
            usleep(100_000);
        }
        $calls = [
            'refresh' => fn () => $semaphore->refresh(),
            'isAcquired' => fn () => $semaphore->isAcquired(),
            'release' => fn () => $semaphore->release(),
        ];
        return ['{pdf-invoice-generation}:time', $calls];
    }
    $lock = symfonyLock($url);
    $library === 'symfony-read' && !$waits ? $lock->acquireRead() : acquire($lock);
    $calls = [
        'refresh' => fn () => $lock->refresh(),
        'isAcquired' => fn () => $lock->isAcquired(),
        'release' => fn () => $lock->release(),
    ];
    return ['pdf-invoice-generation', $calls];
}

/// What a call says.
function result(callable $call): string
{
    try {
        $told = $call();
        return $told === null ? 'returns' : var_export($told, true);
    } catch (Throwable $error) {
        return 'throws ' . (new ReflectionClass($error))->getShortName();
    }
}

function tellOnRequest(array $calls): void
{
    while (fgets(STDIN) !== false) {
        $told = [];
        foreach ($calls as $name => $call) {
            $told[] = "$name: " . result($call);
        }
        fwrite(STDOUT, 'notice ' . implode('; ', $told) . "\n");
    }
}

/// Counts who is inside, by a connection of its own.
function takeTurns(string $library, string $url, int $turns): void
{
    $inside = connect($url);
    $overlaps = 0;
    for ($turn = 0; $turn < $turns; ++$turn) {
        [, $calls] = take($library, $url, true);
        $overlaps += (int) ($inside->incr('inside') !== 1);
        usleep(TURN_PAUSE);
        $inside->decr('inside');
        end($calls)();
        usleep(TURN_PAUSE);
    }
    fwrite(STDOUT, "turns $turns overlaps $overlaps\n");
}

if ($role === 'turns') {
    takeTurns($library, $url, (int) $argv[4]);
    exit(0);
}
if ($role === 'wait') {
    fwrite(STDOUT, "waiting\n"); // echo would count as the page, and a session begins before that
}
if ($library === 'laravel-funnel') { // it holds while a function runs
    laravelStore($url)->connection()->funnel('key')->limit(1)->releaseAfter(30)->block(3600)->then(
        function () use ($role): void {
            fwrite(STDOUT, $role === 'wait' ? "got it\n" : "held laravel_database_key1\n");
            tellOnRequest([]);
        }
    );
    exit(0);
}
[$key, $calls] = take($library, $url, $role === 'wait');
fwrite(STDOUT, $role === 'wait' ? "got it\n" : "held $key\n");
tellOnRequest($calls);
