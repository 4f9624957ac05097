package dev.spine.system.kind;

import dev.spine.device.nic.NicModule;
import dev.spine.device.nic.NicSettings;
import dev.spine.iop.kernel.DeviceModule;
import dev.spine.system.DeviceKind;
import dev.spine.system.DeviceSite;
import dev.spine.system.DeviceSpec;
import dev.spine.system.file.TomlSection;

/**
 * {@code kind = "lan"}: a network card on a wire. Keys: {@code wire}, {@code address} (twelve hexadecimal digits). Stateless; any thread.
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
            address = HardwareAddress.read(section, "address");
        }
        return new Spec(section.name("name", "lan"), section.name("wire"), address);
    }

    @Override
    public DeviceModule create(DeviceSpec spec, DeviceSite site) {
        Spec lan = (Spec) spec;
        return new NicModule(NicSettings.of(lan.name, lan.hardwareAddress).promiscuous(), site.port(lan.wire));
    }
}
