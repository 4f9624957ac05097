package dev.spine.iop.pci;

/**
 * What a card says of itself in configuration space. Immutable; any thread.
 *
 * @param vendor PCI vendor, 0 to 0xFFFE
 * @param device PCI device, 0 to 0xFFFF
 * @param revision 0 to 255
 * @param programmingInterface how a host learns of replies
 */
public record CardIdentity(int vendor, int device, int revision, ProgrammingInterface programmingInterface) {
    /** A card with interrupts, under numbers that are free for experiments without registration (vendor 1af4, devices 10f0 to 10ff). */
    public static final CardIdentity EXPERIMENTAL = new CardIdentity(0x1AF4, 0x10F0, 1, ProgrammingInterface.INTERRUPT_DRIVEN);

    /** Checks the ranges. */
    public CardIdentity {
        if (vendor < 0 || vendor > 0xFFFE || device < 0 || device > 0xFFFF || revision < 0 || revision > 0xFF) {
            throw new IllegalArgumentException("a PCI function has a vendor of 0 to 0xfffe, a device of 0 to 0xffff and a revision of 0 to"
                + " 0xff, not " + vendor + ", " + device + ", " + revision);
        }
    }

    /**
     * {@return the same with another programming interface}
     *
     * @param other how a host learns of replies
     */
    public CardIdentity with(ProgrammingInterface other) {
        return new CardIdentity(vendor, device, revision, other);
    }
}
