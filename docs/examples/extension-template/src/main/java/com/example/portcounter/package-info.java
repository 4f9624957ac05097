/**
 * An extension that counts packets of UDP ports. {@link com.example.portcounter.PortCounter} is its entry; handlers of its messages have
 * numbers that the entry names. All of it runs on the card's one thread.
 */
package com.example.portcounter;
