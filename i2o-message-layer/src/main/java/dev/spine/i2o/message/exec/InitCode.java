package dev.spine.i2o.message.exec;

/**
 * Who initialised the outbound queue: the field InitCode of {@link ExecOutboundInit} and of the status block. Any thread.
 *
 * <p>Source: I2O 1.5 OutboundInit; SIG executive header.
 */
public final class InitCode {
    /** Nobody. */
    public static final int NO_OWNER = 0x00;
    public static final int BIOS = 0x10;
    /** A BIOS extension of the maker. */
    public static final int OEM_BIOS_EXTENSION = 0x20;
    /** A BIOS extension in a ROM. */
    public static final int ROM_BIOS_EXTENSION = 0x30;
    public static final int OPERATING_SYSTEM = 0x80;

    private InitCode() {
    }
}
