package dev.spine.iop.kernel;

/**
 * What the logical configuration table and the identity groups say of a device. Immutable; any thread.
 *
 * @param name the component's name within its IOP, for example {@code "lan0"}
 * @param classId the ClassID word: class [11:0], class version [15:12], organisation [31:16]
 * @param subClass the SubClassInfo word
 * @param identityTag 8 bytes that identify the device forever
 * @param eventCapabilities mask of events that it can send
 * @param product at most 16 characters, for group 0xF100
 */
public record DeviceDescription(String name, int classId, int subClass, long identityTag, int eventCapabilities, String product) {}
