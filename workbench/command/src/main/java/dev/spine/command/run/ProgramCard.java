package dev.spine.command.run;

import dev.spine.command.control.RequestException;
import dev.spine.extension.panic.host.library.CardRoom;
import dev.spine.extension.panic.host.library.ProgramListing;
import java.util.List;

/** A card that has the VM, as orders for one card or several see it. Each call is one turn of the card's; any thread. */
interface ProgramCard {
    /** {@return the name of its IOP} */
    String on();

    /** {@return the programs that are loaded, by their numbers} */
    List<ProgramListing> list() throws RequestException;

    /** {@return what is free} */
    CardRoom room() throws RequestException;

    /** {@return the number of the program that was loaded}; it may be given as 0 for what the file says, or a free one. */
    int load(byte[] file, int number) throws RequestException;

    void unload(int program) throws RequestException;

    /** {@return the file of a program, as it was loaded} */
    byte[] file(int program) throws RequestException;

    void replace(int program, byte[] file) throws RequestException;
}
