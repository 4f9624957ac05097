package dev.spine.host.testkit.script;

import dev.spine.i2o.message.ClaimType;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.PrivateMessage;
import dev.spine.i2o.message.UtilClaim;
import dev.spine.i2o.message.UtilClaimRelease;
import dev.spine.i2o.message.UtilEventRegister;
import dev.spine.i2o.message.UtilParams;
import dev.spine.i2o.message.block.BlockRead;
import dev.spine.i2o.message.block.BlockWrite;
import dev.spine.i2o.message.block.CacheFlush;

/** The words for requests that a script expects; to be imported statically. Any thread. */
public final class Requests {
    private Requests() {
    }

    public static RequestPattern anyRequest() {
        return RequestPattern.any();
    }

    /**
     * {@return a request of a kind of the catalogue}
     *
     * @param kind for example {@code UtilClaim.KIND}
     */
    public static RequestPattern request(MessageKind<?> kind) {
        return RequestPattern.of(kind);
    }

    /**
     * {@return a request with a function, of whatever kind}
     *
     * @param code 0 to 255
     */
    public static RequestPattern function(int code) {
        return RequestPattern.ofFunction(code);
    }

    /** {@return UtilClaim as primary user} */
    public static RequestPattern claim() {
        return request(UtilClaim.KIND).with(UtilClaim.CLAIM_TYPE, ClaimType.PRIMARY);
    }

    /** {@return UtilClaimRelease} */
    public static RequestPattern claimRelease() {
        return request(UtilClaimRelease.KIND);
    }

    /** {@return UtilEventRegister} */
    public static RequestPattern eventRegister() {
        return request(UtilEventRegister.KIND);
    }

    /** {@return UtilParamsGet} */
    public static RequestPattern paramsGet() {
        return request(UtilParams.GET);
    }

    /** {@return UtilParamsSet} */
    public static RequestPattern paramsSet() {
        return request(UtilParams.SET);
    }

    /**
     * {@return a private message}
     *
     * @param organizationId whose function
     * @param extendedFunction the organization's number for it
     */
    public static RequestPattern privateMessage(int organizationId, int extendedFunction) {
        return request(PrivateMessage.KIND).with(PrivateMessage.ORGANIZATION_ID, organizationId)
            .with(PrivateMessage.EXTENDED_FUNCTION, extendedFunction);
    }

    /** {@return BsaBlockRead} */
    public static BlockPattern blockRead() {
        return BlockPattern.of(BlockRead.KIND, "block read", BlockRead.TRANSFER_BYTE_COUNT, BlockRead.LOGICAL_BYTE_ADDRESS);
    }

    /** {@return BsaBlockWrite} */
    public static BlockPattern blockWrite() {
        return BlockPattern.of(BlockWrite.KIND, "block write", BlockWrite.TRANSFER_BYTE_COUNT, BlockWrite.LOGICAL_BYTE_ADDRESS);
    }

    /** {@return BsaCacheFlush} */
    public static RequestPattern cacheFlush() {
        return request(CacheFlush.KIND).called("cache flush");
    }
}
