package dev.spine.extension.services.host.multicast;

import dev.spine.extension.host.ExtensionClient;
import dev.spine.iop.engine.Tasks;

/**
 * A card that has the extension {@code multicast}.
 *
 * @param number 1 to 63, of no other member
 * @param client of the runtime where the extension is
 * @param tasks of that host's agent
 * @param instance the extension's number there
 * @param host names the node: members of one host reach each other over its bus
 * @param iopId by which other cards of the host know this one ({@code HostDriver.iopId}); 0 where there are none
 * @param tid of the card's runtime; 0 where there are no other cards
 * @param wire names the wire: members of one wire reach each other over it
 * @param hardwareAddress at that wire, low 48 bits
 * @param toHost whether the application on the host gets what comes along the tree
 */
public record TreeMember(int number, ExtensionClient client, Tasks tasks, int instance, String host, int iopId, int tid, String wire,
    long hardwareAddress, boolean toHost) {}
