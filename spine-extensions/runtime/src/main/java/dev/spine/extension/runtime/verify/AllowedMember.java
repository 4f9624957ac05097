package dev.spine.extension.runtime.verify;

/**
 * A method or constructor outside the image that an extension may call.
 *
 * @param owner internal name of the class that declares it in the list
 * @param name its name
 * @param descriptor its descriptor
 * @param cost the work of a call in units of one bytecode
 * @param bytes the heap that a call may take, beyond what it works on
 */
public record AllowedMember(String owner, String name, String descriptor, Cost cost, Cost bytes) {}
