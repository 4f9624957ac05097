package dev.spine.perf.reproduce;

import dev.spine.perf.latency.RoundTrips;
import dev.spine.perf.panic.HandlerCosts;
import dev.spine.perf.panic.LanRoundTrips;
import dev.spine.perf.panic.LanRoundTrips.Cards;
import dev.spine.perf.panic.ProgramRoundTrips;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiFunction;

/** The series of PANIC's experiments, each run once for a machine and a seed. One thread. */
final class PanicSeries {
    /** Of the published hundred: a model without chance repeats itself. */
    static final int EXPERIMENTS = 1;

    private final Map<String, RoundTrips> extensions = new LinkedHashMap<>();
    private final Map<String, ProgramRoundTrips> programs = new LinkedHashMap<>();
    private final Map<String, HandlerCosts> handlers = new LinkedHashMap<>();
    private final Map<String, LanRoundTrips> bare = new LinkedHashMap<>();
    private final Map<String, LanRoundTrips> idle = new LinkedHashMap<>();

    private static <T> T once(Map<String, T> known, String profile, long seed, BiFunction<String, Long, T> run) {
        return known.computeIfAbsent(profile + " seed " + seed, _ -> run.apply(profile, seed));
    }

    /** {@return messages and passes of an extension} */
    RoundTrips extension(String profile, long seed) {
        return once(extensions, profile, seed, RoundTrips::run);
    }

    /** {@return those of programs} */
    ProgramRoundTrips programs(String profile, long seed) {
        return once(programs, profile, seed, (machine, chance) -> ProgramRoundTrips.run(machine, ProgramRoundTrips.SIZES, chance));
    }

    /** {@return where the time of a program's handler goes} */
    HandlerCosts handlers(String profile, long seed) {
        return once(handlers, profile, seed, HandlerCosts::run);
    }

    /** {@return round trips through the LAN OSM, with cards that have only a runtime} */
    LanRoundTrips bare(String profile, long seed) {
        return once(bare, profile, seed, (machine, chance) -> LanRoundTrips.run(machine, Cards.BARE, EXPERIMENTS, chance));
    }

    /** {@return the same with cards that have the virtual machine, which runs nothing} */
    LanRoundTrips idle(String profile, long seed) {
        return once(idle, profile, seed, (machine, chance) -> LanRoundTrips.run(machine, Cards.WITH_IDLE_MACHINE, EXPERIMENTS, chance));
    }
}
