package dev.spine.extension.runtime.watch;

/** An instance as the watchdog names it. Belongs to the card's agent; the watchdog reads it, too. */
public interface Guest {
    /** {@return what no other instance of this card has, ever} */
    int serial();

    /** {@return the name in the image of the version that runs} */
    String name();

    /** {@return whose it is} */
    int owner();

    /** {@return activations that have begun} */
    long activations();
}
