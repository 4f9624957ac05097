package dev.spine.perf.system.kind;

import dev.spine.device.nic.NicModule;
import dev.spine.device.nic.NicSettings;
import dev.spine.iop.kernel.DeviceModule;
import dev.spine.perf.system.DeviceKind;
import dev.spine.perf.system.DeviceSite;
import dev.spine.perf.system.DeviceSpec;
import dev.spine.perf.system.TomlSection;

/**
 * {@code kind = "lan"}: a network card on a wire. Keys: {@code wire}, {@code address} (twelve hexadecimal digits).
 */
public final class LanKind implements DeviceKind {
    /** The address of a card whose file names none: locally administered. */
    public static final long STANDARD_ADDRESS = 0x02_53_50_4E_00_01L;

    /**
     * The settings of a card. It takes every frame of its wire, whatever its address: streams come from captures and senders that do not
     * know it.
     *
     * @param name its name
     * @param wire the wire's name
     * @param hardwareAddress in the low 48 bits
     */
    public record Spec(String name, String wire, long hardwareAddress) implements DeviceSpec {}

    /** Stateless. */
    public LanKind() {}

    @Override
    public DeviceSpec read(TomlSection section) {
        long address = STANDARD_ADDRESS;
        if (section.has("address")) {
            String digits = section.text("address").replace(":", "");
            if (!digits.matches("[0-9a-fA-F]{12}")) {
                throw section.wrong("address", "must be six bytes in hexadecimal, for example \"02:53:50:4e:00:01\"");
            }
            address = Long.parseLong(digits, 16);
        }
        return new Spec(section.name("name", "lan"), section.name("wire"), address);
    }

    @Override
    public DeviceModule create(DeviceSpec spec, DeviceSite site) {
        Spec lan = (Spec) spec;
        return new NicModule(NicSettings.of(lan.name, lan.hardwareAddress).promiscuous(), site.port(lan.wire));
    }
}
