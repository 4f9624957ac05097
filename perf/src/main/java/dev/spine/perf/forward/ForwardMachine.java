package dev.spine.perf.forward;

import dev.spine.device.wire.Wire;
import dev.spine.iop.engine.Engine;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.WireTiming;
import dev.spine.iop.engine.live.IdlePolicy;
import dev.spine.iop.engine.live.LiveEngine;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.system.profile.ProfileFile;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a system that forwards runs on.
 *
 * @param engine {@code "live"} or {@code "modelled"}
 * @param layout which agents share a processor, on the live engine; {@code "modelled"} on the other
 * @param profile name of the machine profile
 * @param idle how threads of the live engine back off
 */
public record ForwardMachine(String engine, String layout, String profile, IdlePolicy idle) {
    static final String LIVE = "live";
    static final String MODELLED = "modelled";

    /**
     * {@return this machine, with agents on its processors as a layout says}
     *
     * @param layout {@code one-core}, {@code two-core} or {@code host-core}
     * @param profile name of the machine profile, whose cards it has
     */
    public static ForwardMachine live(String layout, String profile) {
        return new ForwardMachine(LIVE, layout, profile, IdlePolicy.BACK_OFF);
    }

    /**
     * {@return the machine that a profile describes, in virtual time}
     *
     * @param profile its name
     */
    public static ForwardMachine modelled(String profile) {
        return new ForwardMachine(MODELLED, MODELLED, profile, IdlePolicy.BACK_OFF);
    }

    boolean isLive() {
        return LIVE.equals(engine);
    }

    /** The fields for programs that every record of forwarding begins with. */
    Map<String, Object> fields(String workload, String path, long seed) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("workload", workload);
        fields.put("path", path);
        fields.put("engine", engine);
        fields.put("profile", profileName());
        fields.put("seed", seed);
        fields.put("layout", layout);
        return fields;
    }

    /** What the profile is called in a record. */
    String profileName() {
        return isLive() ? "this machine" : profile;
    }

    /** An engine that has not been started. */
    Engine newEngine(long seed) {
        return isLive() ? new LiveEngine(ForwardSystem.layout(layout), seed, idle, LiveEngine.DEFAULT_LIMIT, LiveEngine.DEFAULT_AWAIT_LIMIT)
            : new ModelledEngine(description(), seed);
    }

    MachineProfile description() {
        return ProfileFile.find(profile);
    }

    WireTiming wire() {
        return isLive() ? Wire.IMMEDIATE : description().wire();
    }
}
