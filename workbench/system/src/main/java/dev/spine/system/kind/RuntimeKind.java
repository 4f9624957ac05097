package dev.spine.system.kind;

import dev.spine.extension.runtime.RuntimeModule;
import dev.spine.extension.runtime.limits.InstanceLimits;
import dev.spine.extension.runtime.network.NetworkSettings;
import dev.spine.iop.kernel.DeviceModule;
import dev.spine.system.DeviceKind;
import dev.spine.system.DeviceSite;
import dev.spine.system.DeviceSpec;
import dev.spine.system.file.TomlSection;

/**
 * {@code kind = "runtime"}: a SPINE runtime. Keys: {@code memory}, the card's memory that extensions share; {@code window}, frames of a
 * stream to another node that are not acknowledged; {@code answer-delay-us}, microseconds for which word of what has arrived may wait for
 * frames that go there. Stateless; any thread.
 */
public final class RuntimeKind implements DeviceKind {
    private static final long NS_PER_US = 1_000;

    /**
     * The settings of a runtime.
     *
     * @param name its name
     * @param memoryBytes memory that extensions and images share
     * @param window the most frames of a stream to another node that are not acknowledged, a power of two from 1 to 64
     * @param answerDelayNs how long an answer to frames may wait for others, 0 to {@link NetworkSettings#MAX_ANSWER_DELAY_NS}
     */
    public record Spec(String name, long memoryBytes, int window, long answerDelayNs) implements DeviceSpec {
        /**
         * A runtime with the usual window, which answers at once.
         *
         * @param name its name
         * @param memoryBytes memory that extensions and images share
         */
        public Spec(String name, long memoryBytes) {
            this(name, memoryBytes, NetworkSettings.STANDARD.window(), 0);
        }

        @Override
        public boolean isRuntime() {
            return true;
        }
    }

    /** Stateless. */
    public RuntimeKind() {}

    @Override
    public DeviceSpec read(TomlSection section) {
        int window = (int) section.number("window", 1, NetworkSettings.MAX_WINDOW, NetworkSettings.STANDARD.window());
        if (Integer.bitCount(window) != 1) {
            throw section.wrong("window", "is no power of two: write 1, 2, 4, 8, 16, 32 or 64");
        }
        long answerDelayUs = section.number("answer-delay-us", 0, NetworkSettings.MAX_ANSWER_DELAY_NS / NS_PER_US, 0);
        return new Spec(section.name("name", "runtime"), section.size("memory", 4096, 1 << 30, 512 << 10), window,
            answerDelayUs * NS_PER_US);
    }

    @Override
    public DeviceModule create(DeviceSpec spec, DeviceSite site) {
        RuntimeModule runtime = new RuntimeModule(Math.toIntExact(spec.memoryBytes()), InstanceLimits.STANDARD);
        Spec own = (Spec) spec;
        runtime.network(NetworkSettings.STANDARD.withWindow(own.window).withAnswerDelay(own.answerDelayNs));
        return runtime;
    }
}
