package dev.spine.system;

import dev.spine.device.wire.fault.DamageRule;
import dev.spine.device.wire.fault.WireFaults;
import dev.spine.system.file.TomlSection;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Reads {@code [[wire.fault]]} of a system file. Stateless; any thread. */
final class WireFaultFile {
    private static final int NS_PER_US = 1_000;
    private static final String LOST = "lost";
    private static final String BURST_FRAMES = "burst-frames";
    private static final String DAMAGED = "damaged";
    private static final String DAMAGE = "damage";
    private static final String REPEATED = "repeated";
    private static final String DELAYED = "delayed";
    private static final String DELAY_FRAMES = "delay-frames";
    private static final String DELAY_US = "delay-us";

    private WireFaultFile() {}

    /** {@return the faults of a wire of a kind that has read its own keys} */
    static List<WireFaultSpec> read(TomlSection wire, WireSpec spec) {
        List<WireFaultSpec> all = new ArrayList<>();
        for (TomlSection section : wire.sections("fault")) {
            WireFaultSpec read = new WireFaultSpec(direction(section), port(section, spec), faults(section));
            section.finish();
            if (all.stream().anyMatch(read::meets)) {
                throw section.wrong("direction", "and port are those of another fault of \"" + spec.name()
                    + "\": give each port and direction one");
            }
            all.add(read);
        }
        return all;
    }

    private static FaultDirection direction(TomlSection section) {
        if (!section.has("direction")) {
            throw section.wrong("'wire.fault.direction' is missing: write \"sent\" for what devices send, \"received\" for what they get");
        }
        return section.choice("direction", FaultDirection.class, FaultDirection.SENT);
    }

    private static int port(TomlSection section, WireSpec spec) {
        return (int) section.number("port", 0, spec.ports() - 1L, WireFaultSpec.ALL_PORTS);
    }

    private static WireFaults faults(TomlSection section) {
        double lost = share(section, LOST);
        double damaged = share(section, DAMAGED);
        double repeated = share(section, REPEATED);
        double delayed = share(section, DELAYED);
        if (!section.has(LOST) && !section.has(DAMAGED) && !section.has(REPEATED) && !section.has(DELAYED)) {
            throw section.wrong("a fault needs one of lost, damaged, repeated and delayed: a share of the frames, as lost = 0.01");
        }
        double burstFrames = 0;
        if (isOf(section, BURST_FRAMES, LOST)) {
            burstFrames = section.decimal(BURST_FRAMES, 1, WireFaults.MAX_BURST_FRAMES);
            if (lost > WireFaults.mostLost(burstFrames)) {
                throw section.wrong(LOST, String.format(Locale.ROOT, "can be %.3f at most in bursts of that length, as there is a frame"
                    + " between two: make it smaller, or the bursts longer", WireFaults.mostLost(burstFrames)));
            }
        }
        DamageRule rule = DamageRule.BY_WIRE;
        if (isOf(section, DAMAGE, DAMAGED)) {
            rule = section.choice(DAMAGE, DamageRule.class, rule);
        }
        int frames = isOf(section, DELAY_FRAMES, DELAYED) ? (int) section.number(DELAY_FRAMES, 1, WireFaults.MAX_DELAY_FRAMES) : 0;
        long delayUs = isOf(section, DELAY_US, DELAYED) ? section.number(DELAY_US, 1, WireFaults.MAX_DELAY_NS / NS_PER_US)
            : WireFaults.USUAL_DELAY_NS / NS_PER_US;
        return new WireFaults(lost, burstFrames, damaged, rule, repeated, delayed, frames, delayUs * NS_PER_US);
    }

    private static double share(TomlSection section, String key) {
        return section.has(key) ? section.decimal(key, 0, 1) : 0;
    }

    /** {@return whether a key is there that says something about a share, which must be there then} */
    private static boolean isOf(TomlSection section, String key, String share) {
        if (section.has(key) && !section.has(share)) {
            throw section.wrong(key, "says how frames are " + share + ", and none are: give " + share + " as well");
        }
        return section.has(key);
    }
}
