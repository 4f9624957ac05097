package dev.spine.extension.router;

/** The stages that come with Spine, and how they are called in the router's parameter {@code egress}. */
public final class EgressStages {
    /** The name by which a stage is offered and linked. */
    public static final String SERVICE = "dev.spine.extension.router.EgressStage";
    /** Source addresses are translated: {@code masquerade}. */
    public static final int MASQUERADE = 1;
    /** Packets of servers get the address that stands for them: {@code hosting}. */
    public static final int HOSTING = 2;
    /** Frames wait for their turn: {@code shaping}. */
    public static final int SHAPING = 3;
    /** The largest number of a stage; from 16 on they are free for other stages, which are called by their number. */
    public static final int LAST = 255;

    private EgressStages() {}

    /**
     * {@return the number of a stage}
     *
     * @param name one of the names of this class, or a number of 1 to {@link #LAST}
     * @throws IllegalArgumentException when there is no such stage
     */
    public static int number(String name) {
        return switch (name) {
            case "masquerade" -> MASQUERADE;
            case "hosting" -> HOSTING;
            case "shaping" -> SHAPING;
            default -> parsed(name);
        };
    }

    private static int parsed(String name) {
        int number = 0;
        try {
            number = Integer.parseInt(name);
        } catch (NumberFormatException _) {
            // Told below.
        }
        if (number < 1 || number > LAST) {
            throw new IllegalArgumentException("there is no stage " + name + ": name masquerade, hosting, shaping, or a number"
                + " of 1 to " + LAST);
        }
        return number;
    }
}
