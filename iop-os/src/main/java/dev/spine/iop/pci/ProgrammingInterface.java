package dev.spine.iop.pci;

/** The programming interface byte of an I2O function: how a host learns of replies. Any thread. */
public enum ProgrammingInterface {
    /** The host must poll: registers 0x30 and 0x34 are not used, there is no interrupt. */
    POLLED(0),
    /** Registers 0x30 and 0x34 are there, and an interrupt. */
    INTERRUPT_DRIVEN(1);

    private final int code;

    ProgrammingInterface(int code) {
        this.code = code;
    }

    /** {@return the value in configuration space} */
    public int code() {
        return code;
    }
}
